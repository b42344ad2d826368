//! Review of whole games by the engine.
