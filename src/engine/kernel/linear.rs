//! The inverse of a small matrix, for what is fitted by Newton's method.

/// A square matrix by rows.
pub type Matrix = Vec<Vec<f64>>;

/// The inverse by Gauss-Jordan elimination with partial pivoting. `None` for a singular matrix.
pub fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let mut inverse: Matrix = (0..size)
        .map(|row| {
            (0..size)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| {
            matrix[*a][column]
                .abs()
                .total_cmp(&matrix[*b][column].abs())
        })?;
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = matrix[column][column];
        if scale == 0.0 || !scale.is_finite() {
            return None;
        }
        for value in matrix[column].iter_mut().chain(&mut inverse[column]) {
            *value /= scale;
        }
        let (pivot_row, pivot_inverse) = (matrix[column].clone(), inverse[column].clone());
        for row in (0..size).filter(|row| *row != column) {
            let factor = matrix[row][column];
            if factor != 0.0 {
                subtract(&mut matrix[row], &pivot_row, factor);
                subtract(&mut inverse[row], &pivot_inverse, factor);
            }
        }
    }
    Some(inverse)
}

fn subtract(row: &mut [f64], other: &[f64], factor: f64) {
    for (value, other) in row.iter_mut().zip(other) {
        *value -= factor * other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_the_matrix() {
        let matrix = vec![
            vec![4.0, -1.0, -2.0],
            vec![-1.0, 3.0, -1.0],
            vec![-2.0, -1.0, 5.0],
        ];
        let inverse = inverse(matrix.clone()).expect("not singular");
        for (row, values) in matrix.iter().enumerate() {
            let mut product = vec![0.0; matrix.len()];
            for (value, other) in values.iter().zip(&inverse) {
                subtract(&mut product, other, -value);
            }
            product[row] -= 1.0;
            assert!(product.iter().all(|rest| rest.abs() < 1e-14), "{product:?}");
        }
    }

    #[test]
    fn rows_may_have_to_change_places_and_nothing_is_fine_too() {
        let swapped = vec![vec![0.0, 1.0], vec![1.0, 0.0]];
        assert_eq!(inverse(swapped.clone()), Some(swapped));
        assert_eq!(inverse(vec![vec![1.0, 1.0], vec![1.0, 1.0]]), None);
        assert_eq!(inverse(Vec::new()), Some(Vec::new()));
    }
}
