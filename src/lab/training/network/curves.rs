//! The logistic curve and its loss, computed with the `libm` crate. The functions of the system's library differ
//! between machines in their last bits.

/// `1 / (1 + exp(-x))`.
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// Cross-entropy of a target result and the expected result that `x` stands for: `-t ln p - (1 - t) ln (1 - p)` with
/// `p = logistic(x)`.
pub(super) fn logistic_loss(target: f64, x: f64) -> f64 {
    x.max(0.0) - target * x + libm::log1p(libm::exp(-x.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_is_the_cross_entropy() {
        for x in [-30.0, -2.0, 0.0, 0.7, 30.0] {
            for target in [0.0, 0.3, 1.0] {
                let p: f64 = logistic(x);
                let one = -(target * libm::log(p) + (1.0 - target) * libm::log(logistic(-x)));
                assert!(
                    (logistic_loss(target, x) - one).abs() < 1e-9,
                    "{target} {x}"
                );
            }
        }
    }
}
