#![doc = include_str!("darkthought.md")]

use super::{PLAIN, Variant};
use crate::{
    eval::Evaluation,
    ordering::OrderingOptions,
    search::{QuiescenceInCheck, RootDriver, ScoutMode, SearchOptions},
    table::{Replacement, TableOptions, TableSize},
    techniques::{
        BuiltIn, Limited, Margins, check_extension::CheckExtension, futility::Futility,
        internal_iterative_deepening::InternalIterativeDeepening,
        limited_razoring::LimitedRazoring, mate_threat::MateThreat, null_move::NullMove,
        one_reply::OneReply, recapture::Recapture, seventh_rank::SeventhRank,
    },
};

/// The configuration of the description, with the margins of October 1997.
pub const DARKTHOUGHT: Variant = Variant {
    name: "darkthought",
    purpose: "DarkThought as Heinz describes it (1997 to 1999), with this project's evaluation where his is not public",
    options: SearchOptions {
        scout: ScoutMode::Pvs,
        driver: RootDriver::Aspiration(50),
        quiescence: true,
        quiescence_in_check: QuiescenceInCheck::StandPat,
        evaluation: Evaluation::PieceSquare,
        ordering: OrderingOptions {
            table_move: true,
            mvv_lva: true,
            killers: true,
            history: true,
            ..OrderingOptions::NONE
        },
        table: TableOptions {
            size: TableSize::Entries(1_048_576),
            replacement: Replacement::TwoTier,
            ..PLAIN.options.table
        },
        techniques: BuiltIn {
            null_move: Some(Limited::everywhere(NullMove {
                reduction: 2,
                deeper_from: 7,
                ..NullMove::DEFAULT
            })),
            // Two and six pawns.
            futility: Some(Limited::everywhere(Futility {
                margins: Margins::of(&[200, 600]),
                all_moves: true,
                ..Futility::DEFAULT
            })),
            limited_razoring: Some(Limited::everywhere(LimitedRazoring::DEFAULT)),
            internal_iterative_deepening: Some(Limited::everywhere(
                InternalIterativeDeepening::DEFAULT,
            )),
            check_extension: Some(Limited::everywhere(CheckExtension::DEFAULT)),
            one_reply: Some(Limited::everywhere(OneReply::DEFAULT)),
            recapture: Some(Limited::everywhere(Recapture::DEFAULT)),
            seventh_rank: Some(Limited::everywhere(SeventhRank::DEFAULT)),
            mate_threat: Some(Limited::everywhere(MateThreat::DEFAULT)),
            ..BuiltIn::OFF
        },
        ..PLAIN.options
    },
};
