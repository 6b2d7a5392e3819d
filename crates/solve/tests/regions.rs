//! Regions of a count: which answers of several workers count the same, and how they are read.

use fastrand::Rng;
use quadrille_solve::pieces::{Piece, regions, whole};

fn answers(texts: &[&str]) -> Vec<Vec<Piece>> {
    texts.iter().map(|text| text.split_whitespace().map(|piece| piece.parse().unwrap()).collect()).collect()
}

fn sorted(texts: &[&str]) -> Vec<(Vec<usize>, Vec<Vec<usize>>)> {
    let answers = answers(texts);
    let answers: Vec<&[Piece]> = answers.iter().map(Vec::as_slice).collect();
    let regions = regions(&answers, &mut || true).unwrap();
    regions.into_iter().map(|region| (region.answers, region.readings)).collect()
}

#[test]
fn a_reading_leaves_nothing_out() {
    // The second answer counts two of three branches of what the first one counts.
    assert_eq!(sorted(&["1/2", "1/2,1/3 1/2,2/3"]), [(vec![0, 1], vec![vec![0]])]);
    assert_eq!(sorted(&["1/2", "1/2,1=3/3 1/2,2/3"]), [(vec![0, 1], vec![vec![0], vec![1]])]);
    assert_eq!(sorted(&["1/2 2/2", "root", "1/2", "2/2"]), [(vec![0, 1, 2, 3], vec![vec![0], vec![1], vec![2, 3]])]);
    // No set of these counts each branch once.
    assert_eq!(sorted(&["1/3 2/3", "2/3 3/3"]), [(vec![0, 1], Vec::new())]);
    assert_eq!(sorted(&[""]), [(vec![0], Vec::new())]);
    assert_eq!(sorted(&[]), []);
}

/// Leaves of a random tree are dealt to workers, and each worker's leaves to answers.
#[test]
fn each_reading_counts_its_region_once() {
    let mut rng = Rng::with_seed(9);
    for _ in 0..200 {
        let mut leaves = vec![String::new()];
        for _ in 0..rng.usize(1..8) {
            let leaf = leaves.swap_remove(rng.usize(0..leaves.len()));
            let d = rng.usize(1..5);
            leaves.extend((1..=d).map(|k| format!("{leaf}{}{k}/{d}", if leaf.is_empty() { "" } else { "," })));
        }
        let workers = rng.usize(1..5);
        let mut texts = Vec::new();
        for _ in 0..workers {
            let mut dealt = vec![Vec::new(); rng.usize(1..4)];
            for leaf in &leaves {
                let answer = rng.usize(0..dealt.len());
                dealt[answer].push(leaf.clone());
            }
            texts.extend(dealt.into_iter().filter(|leaves| !leaves.is_empty()).map(|leaves| leaves.join(" ")));
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let found = sorted(&texts);
        for (region, readings) in &found {
            let mut used: Vec<usize> = readings.concat();
            used.sort_unstable();
            let once = used.len();
            used.dedup();
            assert!(once == used.len() && used.iter().all(|answer| region.contains(answer)));
            assert!(!readings.is_empty() && readings.len() <= workers);
        }
        let all: Vec<Piece> = found
            .iter()
            .flat_map(|(_, readings)| readings[0].iter().flat_map(|&answer| answers(&texts)[answer].clone()))
            .collect();
        assert_eq!(whole(&all), Ok(()));
    }
}

#[test]
fn the_depth_of_an_address_is_not_the_depth_of_the_stack() {
    let check = || assert_eq!(sorted(&["300000*1/1,1/2", "300000*1/1,2/2", "300000*1/1"]).len(), 1);
    std::thread::Builder::new().stack_size(256 << 10).spawn(check).unwrap().join().unwrap();
}
