//! Play by threats: what forces a reply, which replies answer it, and wins by fours alone.

pub mod forcing;
pub mod vcf;

pub use forcing::Situation;
pub use vcf::VcfSolver;
