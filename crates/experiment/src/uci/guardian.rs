//! Kills the engines if this program ends in a way on which it cannot do so itself: by a signal, by a panic that aborts, or with `exit`.
//!
//! A shell reads the numbers of the engines' process groups from a pipe. The pipe is closed when this program is gone, for whatever
//! reason; then the shell kills the groups that are left, and ends. Handlers for each signal and for panics would have to be
//! installed by every program that uses this library, and none could do anything after a SIGKILL.

#[cfg(unix)]
mod shell {
    use std::{
        io::Write,
        os::unix::process::CommandExt,
        process::{ChildStdin, Command, Stdio},
        sync::{LazyLock, Mutex, PoisonError},
    };

    const SCRIPT: &str = r#"trap '' HUP INT TERM
groups=' '
while read -r change group; do
  case $change in
    add) groups="$groups$group " ;;
    remove) groups="${groups%% $group *} ${groups#* $group }" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done"#;

    /// The shell's input; none if it could not be started. Engines are killed without it, too, if this program ends in order.
    static SHELL: LazyLock<Option<Mutex<ChildStdin>>> = LazyLock::new(|| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT]).stdin(Stdio::piped());
        shell.stdout(Stdio::null()).stderr(Stdio::null());
        let shell = shell.current_dir("/").process_group(0).spawn().ok()?;
        shell.stdin.map(Mutex::new)
    });

    pub(in super::super) fn tell(change: &str, group: u32) {
        if let Some(shell) = &*SHELL {
            let mut shell = shell.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = shell.write_all(format!("{change} {group}\n").as_bytes());
        }
    }
}

/// From now on, this process group is killed when this program ends.
pub(super) fn add(group: u32) {
    #[cfg(unix)]
    shell::tell("add", group);
}

/// This process group has ended.
pub(super) fn remove(group: u32) {
    #[cfg(unix)]
    shell::tell("remove", group);
}
