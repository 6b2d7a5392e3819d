//! The links of a program in its memory: found by their values alone, and followed operation by
//! operation. The program is one of its own, which shares no code with what is tested.

use crate::support::rounds;
use dancing::{NodeId, Policy, Search};
use fastrand::Rng;
use quadrille_study::Ring;
use quadrille_witness::{
    ArrayVariable, LinkFault, LinkOperation, LinkRole, LinkState, LinkWord, Matrix, ProgramMemory, RoleNames,
    ScalarVariable, Tracked, Tracker, Variables, find, torn_rings,
};

/// A program with arrays in its memory, in one of several styles.
#[derive(Clone)]
struct Program {
    /// L, R, U, D, column, row, size, and one that means nothing.
    arrays: [Vec<i32>; 8],
    names: [&'static str; 8],
    root: usize,
    /// The first header.
    first: usize,
    columns: usize,
    /// The bytes of a number.
    width: usize,
    keeps_sizes: bool,
}

const L: usize = 0;
const R: usize = 1;
const U: usize = 2;
const D: usize = 3;
const C: usize = 4;
const S: usize = 6;
const BASE: u64 = 0x10_0000;
const FAR: u64 = 0x1_0000;

impl Program {
    fn build(rng: &mut Rng) -> (Program, Vec<Vec<usize>>) {
        let (columns, rows) = (rng.usize(2..8), rng.usize(2..12));
        let is_last = rng.bool();
        let (root, first) = if is_last { (columns, 0) } else { (0, 1) };
        let names = match rng.usize(..3) {
            0 => ["L", "R", "U", "D", "C", "W", "S", "ans"],
            1 => ["left", "right", "up", "down", "col", "row", "size", "H"],
            _ => ["a", "b", "e", "f", "g", "h", "k", "m"],
        };
        let mut program = Program {
            arrays: std::array::from_fn(|_| (0..=columns as i32).collect()),
            names,
            root,
            first,
            columns,
            width: if rng.bool() { 4 } else { 2 },
            keeps_sizes: rng.usize(..4) > 0,
        };
        let ring: Vec<usize> = [root].into_iter().chain(first..first + columns).collect();
        for (k, &header) in ring.iter().enumerate() {
            program.arrays[R][header] = ring[(k + 1) % ring.len()] as i32;
            program.arrays[L][header] = ring[(k + ring.len() - 1) % ring.len()] as i32;
        }
        program.arrays[S].fill(0);
        program.arrays[7].fill(0);
        let on_top = rng.bool();
        let mut matrix = Vec::new();
        for row in 0..rows {
            let mut ones: Vec<usize> = (0..columns).filter(|_| rng.usize(..columns) < 3).collect();
            if ones.is_empty() {
                ones.push(rng.usize(..columns));
            }
            let start = program.arrays[L].len();
            for (k, &one) in ones.iter().enumerate() {
                let (node, header) = (start + k, first + one);
                let (above, below) = match on_top {
                    true => (header, program.arrays[D][header] as usize),
                    false => (program.arrays[U][header] as usize, header),
                };
                let beside = |k: usize| (start + k % ones.len()) as i32;
                let values = [
                    beside(k + ones.len() - 1),
                    beside(k + 1),
                    above as i32,
                    below as i32,
                    header as i32,
                    row as i32 + 1,
                    0,
                    rng.i32(..4),
                ];
                program.arrays.iter_mut().zip(values).for_each(|(array, value)| array.push(value));
                program.arrays[D][above] = node as i32;
                program.arrays[U][below] = node as i32;
                program.arrays[S][header] += 1;
            }
            matrix.push(ones);
        }
        // An empty column looks like the root, and the root of most programs is node 0.
        if is_last && !matrix.iter().any(|row: &Vec<usize>| row.contains(&0)) {
            return Program::build(rng);
        }
        // Room that is not used.
        program.arrays.iter_mut().for_each(|array| array.extend([0; 40]));
        (program, matrix)
    }

    fn at(&self, array: usize, node: usize) -> usize {
        self.arrays[array][node] as usize
    }

    fn cover(&mut self, header: usize) {
        let (left, right) = (self.at(L, header), self.at(R, header));
        self.arrays[R][left] = right as i32;
        self.arrays[L][right] = left as i32;
        let mut node = self.at(D, header);
        while node != header {
            let mut other = self.at(R, node);
            while other != node {
                let (up, down) = (self.at(U, other), self.at(D, other));
                self.arrays[D][up] = down as i32;
                self.arrays[U][down] = up as i32;
                let column = self.at(C, other);
                self.arrays[S][column] -= i32::from(self.keeps_sizes);
                other = self.at(R, other);
            }
            node = self.at(D, node);
        }
    }

    fn uncover(&mut self, header: usize) {
        let mut node = self.at(U, header);
        while node != header {
            let mut other = self.at(L, node);
            while other != node {
                let (up, down) = (self.at(U, other), self.at(D, other));
                self.arrays[D][up] = other as i32;
                self.arrays[U][down] = other as i32;
                let column = self.at(C, other);
                self.arrays[S][column] += i32::from(self.keeps_sizes);
                other = self.at(L, other);
            }
            node = self.at(U, node);
        }
        let (left, right) = (self.at(L, header), self.at(R, header));
        self.arrays[R][left] = header as i32;
        self.arrays[L][right] = header as i32;
    }

    fn variables(&self, rng: &mut Rng) -> Variables {
        let mut arrays: Vec<ArrayVariable> = (0..8)
            .map(|at| ArrayVariable {
                path: self.names[at].to_string(),
                address: BASE + at as u64 * FAR,
                stride: self.width as u64,
                width: self.width as u8,
                signed: true,
                count: Some(self.arrays[at].len() as u64),
            })
            .collect();
        rng.shuffle(&mut arrays);
        let scalars = vec![ScalarVariable { path: "n".to_string(), value: self.columns as i64 }];
        Variables { arrays, scalars, ..Variables::default() }
    }
}

impl ProgramMemory for Program {
    fn read(&mut self, address: u64, into: &mut [u8]) -> bool {
        let Some(offset) = address.checked_sub(BASE) else { return false };
        let Some(array) = self.arrays.get((offset / FAR) as usize) else { return false };
        let at = (offset % FAR) as usize;
        if !at.is_multiple_of(self.width) || at / self.width >= array.len() || into.len() > self.width {
            return false;
        }
        let bytes = array[at / self.width].to_le_bytes();
        into.copy_from_slice(&bytes[..into.len()]);
        true
    }
}

/// The array of a link.
fn array_of(role: LinkRole) -> usize {
    [L, R, U, D][role as usize]
}

#[test]
fn links_are_found_by_their_values() {
    let mut rng = Rng::with_seed(41);
    for round in 0..rounds(300, 20_000) {
        let (program, rows) = Program::build(&mut rng);
        let variables = program.variables(&mut rng);
        let place = || format!("round {round}: {rows:?}, root {}", program.root);
        let found =
            find(&variables, &RoleNames::default(), &mut program.clone()).unwrap_or_else(|| panic!("{}", place()));
        let matrix = Matrix::read(&found.roles, &mut program.clone()).unwrap();
        assert!(matrix.fault.is_none(), "{}: {:?}", place(), matrix.fault);
        // Names or not, the pairs are the right ones; without names, the direction may be the
        // other.
        let listing = matrix.listing();
        let mut right: Vec<Vec<u32>> = rows.iter().map(|row| row.iter().map(|&one| one as u32).collect()).collect();
        let mut read: Vec<Vec<u32>> = listing.options.iter().map(|option| option.items.to_vec()).collect();
        if !listing.items.is_empty() && program.at(R, program.root) != matrix.id(1) as usize {
            let last = program.columns as u32 - 1;
            read.iter_mut().for_each(|row| {
                row.iter_mut().for_each(|item| *item = last - *item);
                row.sort_unstable();
            });
        }
        right.sort();
        read.sort();
        assert_eq!(read, right, "{}: {}", place(), found.roles.words());
    }
}

/// Covers and uncovers are known by what they changed, and a single wrong number is found in the
/// operation that left it.
#[test]
fn operations_are_known_and_a_wrong_number_is_found_at_once() {
    let mut rng = Rng::with_seed(43);
    let (mut broken, mut exact, mut shown) = (0, 0, 0);
    for round in 0..rounds(400, 30_000) {
        let (mut program, rows) = Program::build(&mut rng);
        let variables = program.variables(&mut rng);
        let Some(found) = find(&variables, &RoleNames::default(), &mut program) else { panic!("round {round}") };
        let matrix = Matrix::read(&found.roles, &mut program).unwrap();
        let mut tracker = Tracker::new(&matrix, matrix.start.clone(), false);
        let mut covered: Vec<usize> = Vec::new();
        for _ in 0..20 {
            let open: Vec<usize> =
                (program.first..program.first + program.columns).filter(|header| !covered.contains(header)).collect();
            let covers = covered.is_empty() || rng.bool() && !open.is_empty();
            let header = if covers { open[rng.usize(..open.len())] } else { covered[covered.len() - 1] };
            let before = program.clone();
            if covers {
                program.cover(header);
                covered.push(header);
            } else {
                program.uncover(header);
                covered.pop();
            }
            let node = matrix.node(header as i64).unwrap();
            let wanted = if covers { LinkOperation::Cover(node) } else { LinkOperation::Uncover(node) };
            // One number in some operations is left as it was, or set to another node.
            let changed: Vec<(usize, usize)> = (0..4)
                .flat_map(|array| (0..before.arrays[array].len()).map(move |node| (array, node)))
                .filter(|&(array, node)| before.arrays[array][node] != program.arrays[array][node])
                // A program may never set L of the root.
                .filter(|&(array, node)| {
                    let is_left = matrix.roles.link(LinkRole::Left).base == BASE + array as u64 * FAR;
                    node != program.root || !is_left
                })
                .collect();
            if rng.usize(..6) == 0 && !changed.is_empty() {
                let (array, node) = changed[rng.usize(..changed.len())];
                let right = program.arrays[array][node];
                let old = before.arrays[array][node];
                program.arrays[array][node] = if rng.bool() { old } else { rng.i32(..program.columns as i32) };
                if program.arrays[array][node] == right {
                    continue;
                }
                let state = matrix.state(&mut program);
                broken += 1;
                let Tracked::Fault(fault) = tracker.take(&state, &matrix) else {
                    panic!("round {round}: {rows:?} {wanted:?} {array} {node}")
                };
                let word = LinkRole::ALL.into_iter().find(|&role| array_of(role) == array).map(|role| {
                    // Without names L may be taken for R, and U for D.
                    let field = matrix.roles.link(role);
                    let own = variables.arrays.iter().find(|variable| variable.address == field.base);
                    let is_own = own.is_some_and(|own| own.address == BASE + array as u64 * FAR);
                    let mirrored = [LinkRole::Right, LinkRole::Left, LinkRole::Down, LinkRole::Up][role as usize];
                    LinkWord::Link(if is_own { role } else { mirrored }, matrix.node(node as i64).unwrap())
                });
                exact += u32::from(Some(fault.word) == word && fault.operation == Some(wanted));
                if Some(fault.word) == word && fault.operation == Some(wanted) {
                    program.arrays[array][node] = right;
                    let states = (tracker.state(), &state);
                    shown += u32::from(rings_are_beside_each_other(&fault, states, &matrix, &mut program));
                }
                break;
            }
            let state = matrix.state(&mut program);
            let tracked = tracker.take(&state, &matrix);
            assert_eq!(tracked, Tracked::Operations(vec![wanted]), "round {round}: {rows:?}");
        }
    }
    assert!(exact * 10 >= broken * 9, "{exact} of {broken}");
    assert!(shown * 10 >= exact * 6, "{shown} of {exact}");
}

/// The right ring is that of the right program, and the other one differs from it. Returns false if
/// the wrong number is at a node that is out of its ring.
fn rings_are_beside_each_other(
    fault: &LinkFault,
    states: (&LinkState, &LinkState),
    matrix: &Matrix,
    right: &mut Program,
) -> bool {
    let names = matrix.encoded();
    let Some(rings) = torn_rings(fault, states, matrix, &names) else { return false };
    assert_ne!(rings[0], rings[1], "{fault:?}");
    assert!(rings[0].closes && rings[0].nodes.iter().all(|node| node.agrees && !node.out), "{rings:?}");
    let search = Search::new(&names.problem, Policy::default());
    let items = |ring: &Ring| -> Vec<String> {
        let name = |node: NodeId| names.item_short(search.links().item(node));
        ring.nodes.iter().map(|node| node.node.map_or("root".to_string(), name)).collect()
    };
    let LinkWord::Link(role, node) = fault.word else { panic!("{fault:?}") };
    let is_across = matches!(role, LinkRole::Left | LinkRole::Right);
    let forth = matrix.roles.link(if is_across { LinkRole::Right } else { LinkRole::Down });
    let start = if is_across { matrix.roles.root } else { matrix.id(matrix.header_of(node)) };
    let name = |id: i64| match matrix.node(id) {
        Some(0) => "root".to_string(),
        Some(node) => matrix.item(matrix.header_of(node)).to_string(),
        None => panic!("{id} is a node"),
    };
    let mut walked = vec![name(start)];
    let mut at = forth.get(start, right).unwrap();
    while at != start {
        walked.push(name(at));
        at = forth.get(at, right).unwrap();
    }
    assert_eq!(items(&rings[0]), walked, "{fault:?}");
    true
}

/// Several operations between two stops are known, too: a choice with an option, and the way back.
#[test]
fn several_operations_between_two_stops_are_known() {
    let mut rng = Rng::with_seed(47);
    for round in 0..rounds(300, 10_000) {
        let (mut program, rows) = Program::build(&mut rng);
        let variables = program.variables(&mut rng);
        let found = find(&variables, &RoleNames::default(), &mut program).unwrap();
        let matrix = Matrix::read(&found.roles, &mut program).unwrap();
        let mut tracker = Tracker::new(&matrix, matrix.start.clone(), true);
        tracker.enter();
        let header = program.first + rng.usize(..program.columns);
        let node = program.at(D, header);
        program.cover(header);
        let mut wanted = vec![header];
        let mut other = if node == header { header } else { program.at(R, node) };
        while node != header && other != node {
            let column = program.at(C, other);
            program.cover(column);
            wanted.push(column);
            other = program.at(R, other);
        }
        let headers = |operations: Vec<LinkOperation>| -> Vec<usize> {
            let mut headers: Vec<usize> =
                operations.into_iter().map(|operation| matrix.id(operation.node()) as usize).collect();
            headers.sort_unstable();
            headers
        };
        let state = matrix.state(&mut program);
        let Tracked::Operations(operations) = tracker.take(&state, &matrix) else { panic!("round {round}: {rows:?}") };
        let mut sorted = wanted.clone();
        sorted.sort_unstable();
        assert_eq!(headers(operations), sorted, "round {round}: {rows:?}");
        wanted.iter().rev().for_each(|&header| program.uncover(header));
        let state = matrix.state(&mut program);
        let Tracked::Operations(operations) = tracker.take(&state, &matrix) else { panic!("round {round}: {rows:?}") };
        assert!(operations.iter().all(|operation| matches!(operation, LinkOperation::Uncover(_))));
        assert_eq!(headers(operations), sorted, "round {round}: {rows:?}");
    }
}
