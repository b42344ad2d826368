//! A line-based protocol in forty lines: `cargo run -p kagetsu-kernel --example echo`. It answers each line by itself, and
//! `quit` ends it.

use std::io;

use kagetsu_kernel::StopSignal;
use kagetsu_kernel::line_host::{Answer, Dialogue, Effect, Scope, converse};

struct Echo;

impl Dialogue for Echo {
    fn effects(&self) -> fn(&str) -> Effect {
        |line| match line {
            "quit" => Effect::Ends,
            _ => Effect::None,
        }
    }

    fn scope(&self, _line: &str) -> Scope {
        Scope::Bounded
    }

    fn line(&mut self, line: &str, _stop: &StopSignal, answer: &mut Answer<'_>) {
        answer(line);
    }

    fn refuse(&mut self, beginning: &str, fault: &str, answer: &mut Answer<'_>) {
        answer(&format!("{beginning}..: {fault}"));
    }
}

fn main() -> io::Result<()> {
    converse(io::stdin(), io::stdout(), Echo)
}
