//! One table, many seats: a game between people and engines, without a screen.
