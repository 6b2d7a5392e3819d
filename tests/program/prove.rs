//! Proofs, given to VeriPB: right ones are accepted, wrong claims are not. The checker is found by
//! `QUADRILLE_VERIPB` or on the path; without it the tests say that they were skipped.

use crate::support::obstructed::{pigeons, random as random_obstructed, without_corners};
use crate::support::{rounds, skip};
use quadrille::bundled::BUNDLED;
use quadrille::dlx::{Goal, ItemId, OptionId, Problem};
use quadrille::puzzle::{encode, load};
use quadrille::solve::proof::{Claim, Means, ProofQuestion, ProofSize, Unproved, VariableNames, claim, prove, proves};
use quadrille::solve::{Engine, find_obstruction};
use std::path::PathBuf;
use std::process::Command;

fn checker() -> Option<PathBuf> {
    let own = std::env::var_os("QUADRILLE_VERIPB").map(PathBuf::from);
    let found = own.or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join("veripb")).find(|file| file.is_file())
    });
    if found.is_none() {
        skip("no veripb on the path, and QUADRILLE_VERIPB does not name one");
    }
    found
}

/// A problem and a proof, as texts.
#[derive(Clone)]
struct Files {
    opb: String,
    proof: String,
}

const ASK: ProofQuestion = ProofQuestion { goal: Goal::Unique, most: 5000 };
const LINKS: Means = Means { engine: Engine::LINKS, obstruction: None, max_bytes: 3_000_000 };
const CLAUSES: Means = Means { engine: Engine::CLAUSES, ..LINKS };
const TAXES: Means = Means { engine: Engine::TAXES, ..LINKS };
const ALL_MEANS: [Means; 3] = [LINKS, CLAUSES, TAXES];

fn written(problem: &Problem, claimed: &Claim, means: Means) -> Result<(Files, ProofSize), Unproved> {
    let names = VariableNames { item: &|item| format!("item {}", item.0), option: &|option| format!("x{}", option.0) };
    let (mut opb, mut proof) = (Vec::new(), Vec::new());
    let size = prove(problem, claimed, &names, means, (&mut opb, &mut proof), &mut || true)?;
    assert_eq!(size.bytes, proof.len() as u64);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ok((Files { opb: text(opb), proof: text(proof) }, size))
}

/// What the checker says it verified; `None` if it refuses the proof.
fn verified(checker: &PathBuf, files: &Files) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let (opb, proof) = (folder.path().join("p.opb"), folder.path().join("p.pbp"));
    std::fs::write(&opb, &files.opb).unwrap();
    std::fs::write(&proof, &files.proof).unwrap();
    let output = Command::new(checker).arg("--hide-warnings").args([&opb, &proof]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.lines().find_map(|line| line.strip_prefix("s VERIFIED ")).map(str::to_string)
}

fn wanted(problem: &Problem, claimed: &Claim) -> String {
    match claimed {
        Claim::None => "UNSATISFIABLE".to_string(),
        Claim::Some(_) => "SATISFIABLE".to_string(),
        Claim::Several(_) => "BOUNDS 0 <= obj <= 0".to_string(),
        Claim::Exactly(_) => "BOUNDS 1 <= obj <= 1".to_string(),
        Claim::Best(cover) => {
            let best = if problem.has_limit() { cover.len() as i64 } else { -problem.total(cover) };
            format!("BOUNDS {best} <= obj <= {best}")
        }
    }
}

const GOALS: [Goal; 4] = [Goal::First, Goal::Unique, Goal::Count { limit: None }, Goal::Best];

#[test]
fn every_answer_about_the_bundled_puzzles_is_verified() {
    let Some(checker) = checker() else { return };
    let mut proofs = [0, 0, 0];
    // Proofs are too large in pentominoes and of the arrows.
    let large = ["pentominoes", "arrows"];
    for own in BUNDLED.iter().filter(|own| !large.iter().any(|name| own.name.contains(name))) {
        let puzzle = load(own.text, None).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        for goal in GOALS {
            if goal == Goal::Best && !names.problem.is_weighted() && !names.problem.wants_fewest() {
                continue;
            }
            let ask = ProofQuestion { goal, ..ASK };
            let mut go_on = 0..200_000;
            let claimed = match claim(&names.problem, ask, &mut || go_on.next().is_some()) {
                Ok(claimed) => claimed.claim,
                Err(Unproved::TooMany(_) | Unproved::CountOfSmallest | Unproved::Stopped) => continue,
                Err(why) => panic!("{}: {why}", own.name),
            };
            let means = ALL_MEANS.into_iter().enumerate();
            for (at, means) in means.filter(|own| proves(own.1.engine, &names.problem, &claimed)) {
                let place = format!("{} {goal:?} {}", own.name, means.engine.name());
                if means.engine == Engine::LINKS && own.name.contains("sandwich") {
                    continue;
                }
                match written(&names.problem, &claimed, means) {
                    Ok((files, _)) => {
                        let wanted = wanted(&names.problem, &claimed);
                        assert_eq!(verified(&checker, &files), Some(wanted), "{place}");
                        proofs[at] += 1;
                    }
                    Err(Unproved::TooLarge(_)) => {
                        assert!(own.name.starts_with("target") && means.engine == Engine::LINKS, "{place}");
                    }
                    Err(why) => panic!("{place}: {why}"),
                }
            }
        }
    }
    assert!(proofs[0] > 80 && proofs[1] > 60 && proofs[2] > 8, "{proofs:?}");
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % u64::from(n)) as u32
    }
}

/// A small problem of one of five sorts: exact, with secondary items, coloured, with
/// multiplicities, repeated. Exact ones may have weights.
fn random(sort: u32, random: &mut Random) -> Problem {
    let (primary, secondary) = (3 + random.below(4), if sort == 1 || sort == 2 { 1 + random.below(3) } else { 0 });
    let mut problem = if sort == 4 { Problem::repeated(primary) } else { Problem::new(primary, secondary) };
    if sort == 3 {
        for item in (0..primary).filter(|item| item % 2 == 0) {
            let least = random.below(3);
            problem.set_multiplicity(ItemId(item), least, least.max(1) + random.below(2)).unwrap();
        }
    }
    for _ in 0..4 + random.below(9) {
        let mut items: Vec<ItemId> = (0..primary + secondary).filter(|_| random.below(3) == 0).map(ItemId).collect();
        if items.is_empty() {
            items.push(ItemId(random.below(primary)));
        }
        let weight = i64::from(random.below(9)) - 2;
        let pushed = match sort {
            2 => {
                let colors: Vec<u32> =
                    items.iter().map(|item| if item.0 < primary { 0 } else { random.below(3) }).collect();
                problem.push_colored(&items, &colors, weight)
            }
            // Half of them have costs.
            4 => problem.push_weighted(&items, if primary % 2 == 0 { -1 } else { -3 - weight }),
            _ => problem.push_weighted(&items, weight),
        };
        pushed.unwrap();
    }
    problem
}

/// Covers by trying every set of options, without the kernel.
fn covers(problem: &Problem) -> Vec<Vec<OptionId>> {
    let n = problem.n_options();
    let all = (0u32..1 << n).map(|set| (0..n as u32).filter(|k| set >> k & 1 == 1).map(OptionId).collect::<Vec<_>>());
    let fits = |set: &Vec<OptionId>| {
        let mut of: Vec<Vec<u32>> = vec![Vec::new(); problem.n_items()];
        for &option in set {
            for (item, color) in problem.colored_items_of(option) {
                of[item.index()].push(color);
            }
        }
        let is_idle = |option: &&OptionId| !problem.items_of(**option).iter().any(|item| problem.is_primary(*item));
        let primary = |item: usize| {
            let held = of[item].len() as u32;
            let (least, most) = problem.multiplicity(ItemId(item as u32));
            held >= least && (problem.wants_fewest() || held <= most)
        };
        let secondary =
            |item: usize| of[item].len() < 2 || of[item][0] > 0 && of[item].iter().all(|&own| own == of[item][0]);
        set.iter().filter(is_idle).count() == 0
            && (0..problem.n_primary()).all(primary)
            && (problem.n_primary()..problem.n_items()).all(secondary)
    };
    all.filter(fits).collect()
}

#[test]
fn answers_about_random_problems_are_true_and_verified() {
    let Some(checker) = checker() else { return };
    let mut source = Random(0x2545_f491_4f6c_dd1d);
    let cases = rounds(150, 2000);
    let mut of = [0; 5];
    for case in 0..cases {
        let problem = random(case % 5, &mut source);
        let all = covers(&problem);
        for goal in GOALS {
            let repeated = problem.wants_fewest();
            if goal == Goal::Best && !repeated && !problem.is_weighted() || repeated && goal != Goal::Best {
                continue;
            }
            let claimed = claim(&problem, ProofQuestion { goal, ..ASK }, &mut || true).unwrap().claim;
            match &claimed {
                Claim::None => assert!(all.is_empty(), "{case}"),
                Claim::Some(cover) => assert!(all.contains(cover), "{case}"),
                Claim::Several(two) => assert!(two.iter().all(|own| all.contains(own)) && two[0] != two[1], "{case}"),
                Claim::Exactly(found) => {
                    let mut found = found.clone();
                    found.sort();
                    let mut all = all.clone();
                    all.sort();
                    assert_eq!(found, all, "{case}");
                }
                Claim::Best(cover) => {
                    assert_eq!(Some(problem.total(cover)), all.iter().map(|own| problem.total(own)).max(), "{case}");
                }
            }
            let kind = match &claimed {
                Claim::None => 0,
                Claim::Some(_) => 1,
                Claim::Several(_) => 2,
                Claim::Exactly(_) => 3,
                Claim::Best(_) => 4,
            };
            of[kind] += 1;
            for means in ALL_MEANS.into_iter().filter(|by| proves(by.engine, &problem, &claimed)) {
                let (files, _) = written(&problem, &claimed, means).unwrap();
                let place = format!("{case} {goal:?} {}\n{}{}", means.engine.name(), files.opb, files.proof);
                assert_eq!(verified(&checker, &files), Some(wanted(&problem, &claimed)), "{place}");
            }
        }
    }
    assert!(of.iter().all(|&count| count > 5), "{of:?}");
}

#[test]
fn obstructions_are_verified() {
    let Some(checker) = checker() else { return };
    let mut rng = fastrand::Rng::with_seed(45);
    // Found by a matching or by multipliers; with larger weights; by a remainder.
    let mut of = [0; 3];
    let fixed = [without_corners(6), without_corners(20), pigeons(9)];
    let random = std::iter::repeat_with(|| random_obstructed(&mut rng));
    for problem in fixed.into_iter().chain(random) {
        let Some(found) = find_obstruction(&problem, 1 << 21) else { continue };
        let large = found.weights.iter().any(|own| own.1.abs() > 1);
        let kind = &mut of[if found.modulus.is_some() { 2 } else { usize::from(large) }];
        *kind += 1;
        if *kind <= 70 {
            let means = Means { obstruction: Some(&found), ..LINKS };
            let (files, size) = written(&problem, &Claim::None, means).unwrap();
            assert!(size.lines <= 4 && size.nodes == 0, "{size:?}");
            let place = format!("{found:?}\n{}{}", files.opb, files.proof);
            assert_eq!(verified(&checker, &files).as_deref(), Some("UNSATISFIABLE"), "{place}");
        }
        if of.iter().all(|&many| many >= 70) {
            break;
        }
    }
}

/// A changed line is harmless if the checker still derives the conclusion, which is about the same
/// file: what is verified is then true whatever was changed. A conclusion that was changed is
/// false, and must be refused.
#[test]
fn changed_proofs_prove_nothing_else() {
    let Some(checker) = checker() else { return };
    let mut source = Random(0x9e37_79b9_7f4a_7c15);
    let (mut refused, mut harmless) = (0, 0);
    for (name, means) in [
        ("sudoku-9x9-thicket.toml", LINKS),
        ("queens-8.toml", LINKS),
        ("setcover-squares-3.toml", LINKS),
        ("cover-cheapest-rounds.toml", LINKS),
        ("target-9x9.toml", TAXES),
        ("setcover-lottery.toml", TAXES),
    ] {
        let own = BUNDLED.iter().find(|own| own.name == name).unwrap();
        let puzzle = load(own.text, None).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        let best = names.problem.wants_fewest() || means.engine == Engine::TAXES;
        let goal = if best { Goal::Best } else { Goal::Count { limit: None } };
        let claimed = claim(&names.problem, ProofQuestion { goal, ..ASK }, &mut || true).unwrap().claim;
        let (files, _) = written(&names.problem, &claimed, means).unwrap();
        let truth = wanted(&names.problem, &claimed);
        let lines: Vec<&str> = files.proof.lines().collect();
        for _ in 0..30 {
            // The first two lines and the last one are the frame.
            let at = 2 + source.below(lines.len() as u32 - 3) as usize;
            let mut changed: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            let words: Vec<&str> = lines[at].split(' ').collect();
            let word = source.below(words.len() as u32) as usize;
            let mut words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            match source.below(3) {
                0 => words.clear(),
                1 => _ = words.remove(word),
                _ if words[word].starts_with('~') => words[word] = words[word][1..].to_string(),
                _ if words[word].starts_with('x') => words[word] = format!("~{}", words[word]),
                _ => words[word] = words[word].replace('1', "0").replace('2', "3"),
            }
            changed[at] = words.join(" ");
            match verified(&checker, &Files { proof: changed.join("\n") + "\n", ..files.clone() }) {
                Some(said) if said == truth => harmless += 1,
                // Less than the truth, such as a solution without the statement that it is the
                // best.
                Some(said) => assert!(!said.contains("BOUNDS") && said != "UNSATISFIABLE", "{name}: {}", changed[at]),
                None => refused += 1,
            }
        }
    }
    assert!(refused > 40, "{refused} were refused, {harmless} changed nothing");
}

/// `--certify`, on the program itself: the files are named after the inputs, and hold what was
/// said.
#[test]
fn answers_are_certified_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("proofs");
    let (two, word) = (folder.path().join("two.txt"), out.display().to_string());
    let thicket = BUNDLED.iter().find(|own| own.name == "sudoku-9x9-thicket.toml").unwrap();
    let grid = load(thicket.text, None).unwrap().puzzles.remove(0);
    let line = quadrille::puzzle::sudoku::LINE.write_all(&grid);
    let other = line.replacen(|c: char| c.is_ascii_digit(), ".", 3);
    std::fs::write(&two, format!("{}\n{}\n", line.trim(), other.trim())).unwrap();
    let puzzles = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles");
    let quadrille = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
        let output = command.args(words).args(["--certify", &word]).output().unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let of = |name: &str| format!("{puzzles}/{name}.toml");
    let said = quadrille(&["check", &two.display().to_string(), &of("setcover-watch"), &of("target-9x9")]);
    assert!(said.contains("exactly 1 solution, proved in 87 lines") && said.contains("at least 2 solutions"), "{said}");
    let said = quadrille(&["solve", "--goal", "all", &of("queens-8")]);
    assert!(said.contains("exactly 92 solutions, proved"), "{said}");
    let said = quadrille(&["solve", "--goal", "all", "--limit", "3", &of("queens-12")]);
    assert!(said.contains("at least 2 solutions, proved"), "{said}");
    let mut made: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|own| own.unwrap().file_name().into_string().unwrap()).collect();
    made.retain(|name| name.ends_with(".pbp"));
    made.extend(["two/1.pbp", "two/2.pbp"].map(str::to_string));
    made.sort();
    let all = ["queens-12.pbp", "queens-8.pbp", "setcover-watch.pbp", "target-9x9.pbp", "two/1.pbp", "two/2.pbp"];
    assert_eq!(made, all);
    let Some(checker) = checker() else { return };
    for name in made {
        let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
        let files = Files { proof: read(&name), opb: read(&name.replace(".pbp", ".opb")) };
        assert!(verified(&checker, &files).is_some(), "{name}");
    }
}

/// A proof that grows too large, or cannot be opened, leaves no file behind.
#[test]
fn incomplete_proofs_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| folder.path().join(name).display().to_string();
    let puzzle = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/queens-8.toml");
    let quadrille = |proof: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
        let words = ["prove", puzzle, "--goal", "count", "--opb", &of("own.opb"), "--proof", proof];
        let output = command.args(words).args(more).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let left = || std::fs::read_dir(folder.path()).unwrap().count();
    let (code, said) = quadrille(&of("own.pbp"), &["--max-size", "4k"]);
    assert!(code == Some(3) && !said.contains("conclusion") && left() == 0, "{code:?}, {} files: {said}", left());
    let (code, said) = quadrille(&of("nowhere/own.pbp"), &[]);
    assert!(code == Some(2) && said.contains("nowhere/own.pbp") && left() == 0, "{code:?}, {} files: {said}", left());
    let (code, said) = quadrille("/dev/null", &["--max-size", "4k"]);
    assert!(code == Some(3) && said.contains("conclusion") && left() == 0, "{code:?}, {} files: {said}", left());
    let (code, said) = quadrille(&of("own.pbp"), &[]);
    assert!(code == Some(0) && left() == 2, "{code:?}, {} files: {said}", left());
}

/// Claims that engines might make by mistake: one solution twice as two, one of two as all, a score
/// that can be beaten.
#[test]
fn wrong_claims_are_refused() {
    let Some(checker) = checker() else { return };
    let mut source = Random(0xd1b5_4a32_d192_ed03);
    let (mut twice, mut missing, mut beaten) = (0, 0, 0);
    for case in 0..60 {
        let problem = random(case % 4, &mut source);
        let all = covers(&problem);
        if let [one, ..] = &all[..] {
            let (files, _) = written(&problem, &Claim::Several([one.clone(), one.clone()]), LINKS).unwrap();
            assert_eq!(verified(&checker, &files), None, "the same solution twice");
            twice += 1;
        }
        if let [one, _, ..] = &all[..] {
            // Our own walk notices it before the checker does.
            for means in [LINKS, CLAUSES] {
                let claimed = Claim::Exactly(vec![one.clone()]);
                if proves(means.engine, &problem, &claimed) {
                    let noticed = written(&problem, &claimed, means);
                    assert!(matches!(noticed, Err(Unproved::Wrong(_))), "{case}");
                }
            }
            // A proof of the problem in which the other solutions are excluded, for the problem in
            // which they are not.
            let (whole, _) = written(&problem, &Claim::Exactly(all.clone()), LINKS).unwrap();
            let clauses = |files: &Files| files.opb.lines().filter(|line| line.contains("listed >=")).count();
            let kept: Vec<&str> = whole.opb.lines().collect();
            let cut = kept[..kept.len() - 1].join("\n") + "\n";
            let count: usize = whole.proof.lines().nth(1).unwrap()[2..].trim_end_matches(';').parse().unwrap();
            let proof = whole.proof.replacen(&format!("f {count};"), &format!("f {};", count - 1), 1);
            let short = Files { opb: cut, proof };
            assert_eq!(clauses(&short) + 1, clauses(&whole));
            assert_eq!(verified(&checker, &short), None, "{case}: a solution is missing");
            missing += 1;
            let worst = all.iter().min_by_key(|own| problem.total(own)).unwrap();
            let best = all.iter().map(|own| problem.total(own)).max();
            if best != Some(problem.total(worst)) {
                let claimed = Claim::Best(worst.clone());
                for means in [LINKS, TAXES].into_iter().filter(|by| proves(by.engine, &problem, &claimed)) {
                    assert!(matches!(written(&problem, &claimed, means), Err(Unproved::Wrong(_))), "{case}");
                    beaten += 1;
                }
            }
        }
    }
    assert!(twice > 10 && missing > 10 && beaten > 5, "{twice} {missing} {beaten}");
}
