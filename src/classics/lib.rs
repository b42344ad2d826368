//! Classic scoring programs for Gomoku, written anew from their descriptions.
