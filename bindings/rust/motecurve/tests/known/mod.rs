//! Answers that others computed: those that PARI/GP wrote to generated/known_answers.
#![allow(dead_code)] // each program of tests has this module for itself

use std::collections::HashMap;
use std::fs;

use motecurve::{Curve, PrivateKey, PublicKey};

pub fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

pub fn curve(name: &str) -> Curve {
    Curve::find(name).unwrap()
}

pub fn key(name: &str, hex: &str) -> PrivateKey {
    PrivateKey::from_bytes(curve(name), &bytes(hex)).unwrap()
}

/// The numbers of a case, by their names, in hexadecimal.
pub struct Row {
    curve: Curve,
    numbers: HashMap<String, String>,
}

impl Row {
    /// A number in so many bytes, most significant first.
    pub fn octets(&self, name: &str, count: usize) -> Vec<u8> {
        let width = 2 * count;
        bytes(&format!("{:0>width$}", &self.numbers[name]))
    }

    pub fn private_key(&self, name: &str) -> PrivateKey {
        PrivateKey::from_bytes(self.curve, &self.octets(name, self.curve.private_key_bytes())).unwrap()
    }

    /// The point whose coordinates begin with this letter.
    pub fn point(&self, letter: &str) -> PublicKey {
        let bytes = self.curve.field_bytes();
        let (x, y) = (self.octets(&format!("{letter}x"), bytes), self.octets(&format!("{letter}y"), bytes));
        PublicKey::from_bytes(self.curve, &[&[4], &x[..], &y[..]].concat()).unwrap()
    }
}

/// The cases of an operation whose status is MC_OK. Each is a line of the file.
pub fn rows(curve: Curve, operation: &str) -> Vec<Row> {
    let path = format!("{}/../../../generated/known_answers/{}.json", env!("CARGO_MANIFEST_DIR"), curve.name());
    let text = fs::read_to_string(path).unwrap();
    let (_, of_operation) = text.split_once(&format!("\"{operation}\": {{")).unwrap();
    let (cases, _) = of_operation.split_once("]}").unwrap();
    let rows: Vec<_> = cases.lines().filter(|line| line.starts_with('{')).map(|line| row(curve, line)).collect();
    let valid: Vec<_> = rows.into_iter().filter(|row| row.numbers["status"] == "0").collect();
    assert!(valid.len() > 5);
    valid
}

/// The case of a line such as {"d": "0x1", "status": "0x0"}.
fn row(curve: Curve, line: &str) -> Row {
    let words: Vec<_> = line.split('"').skip(1).step_by(2).collect();
    let numbers = words.chunks(2).map(|pair| (pair[0].to_string(), pair[1].trim_start_matches("0x").to_string()));
    Row { curve, numbers: numbers.collect() }
}
