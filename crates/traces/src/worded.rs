//! Enums whose values have a word in traces or reports, and a sentence that says what they mean.

/// Declares such an enum: each value with its word and its sentence, which is its documentation, too.
macro_rules! worded {
    ($(#[$doc:meta])* $name:ident { $($item:ident $word:literal $about:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $(#[doc = $about] $item,)*
        }

        impl $name {
            /// All, in the order of the documentation and of reports.
            pub const ALL: &[Self] = &[$(Self::$item),*];

            /// As a trace or JSON has it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$item => $word,)* }
            }

            /// What it means.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self { $(Self::$item => $about,)* }
            }
        }
    };
}
pub(crate) use worded;
