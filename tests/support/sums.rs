//! Rules that count or add up, by their definitions alone, on full sudokus; equality cages and
//! region sums on 4x4 ones. Shares no code with the program.

/// Whether the numbers of some cells keep a rule that counts or adds up.
pub fn keeps(id: &str, numbers: &[u32], line: &[u8], cells: &[usize]) -> Option<bool> {
    let wide: Vec<u32> = line.iter().map(|&number| number.into()).collect();
    let sum = |part: &[u32]| part.iter().sum::<u32>();
    let differ = || (0..line.len()).all(|a| !line[..a].contains(&line[a]));
    let first = numbers.first().copied();
    let (ends, inner) = ([wide[0], wide[wide.len() - 1]], &wide[1..wide.len().max(2) - 1]);
    let often = |part: &[u32], number: u32| part.iter().filter(|&&other| other == number).count();
    Some(match id {
        "killer" => differ() && Some(sum(&wide)) == first,
        "cage" => differ(),
        "equalsum" => {
            let (one, other) = wide.split_at(first.map_or(wide.len() / 2, |n| n as usize));
            sum(one) == sum(other)
        }
        "rellik" => {
            let sum_of = |some: u32| (0..wide.len()).filter(|k| some >> k & 1 == 1).map(|k| wide[k]).sum::<u32>();
            differ() && (1..1 << wide.len()).all(|some| Some(sum_of(some)) != first)
        }
        "hidden" => {
            let low = (1..line.len()).find(|&k| line[..k].iter().any(|before| before > &line[k]));
            low.map(|k| wide[k]) == first && low.is_some()
        }
        "slingshot" => line.len() > 2 && line[1] > 0 && line.get(1 + line[1] as usize) == Some(&line[0]),
        "equality" => {
            let half = |is: fn(&u8) -> bool| 2 * line.iter().filter(|number| is(number)).count() == line.len();
            differ() && half(|number| number % 2 == 0) && half(|&number| number < 3)
        }
        "sum" | "littlekiller" => Some(sum(&wide)) == first,
        "contains" | "quadruple" => numbers.iter().all(|&number| often(&wide, number) >= often(numbers, number)),
        "counting" => wide.iter().all(|&number| often(&wide, number) == number as usize),
        "arrow" => {
            let n = first.unwrap_or(1) as usize;
            let mut pill: Vec<(usize, u32)> = cells.iter().copied().zip(wide.iter().copied()).take(n).collect();
            pill.sort_unstable();
            pill.iter().fold(0, |all, (_, digit)| 10 * all + digit) == sum(&wide[n..])
        }
        "doublearrow" => sum(&ends) == sum(inner),
        "between" => inner.iter().all(|number| ends.iter().min() < Some(number) && Some(number) < ends.iter().max()),
        "lockout" => {
            ends[0].abs_diff(ends[1]) >= first.unwrap_or(4)
                && inner.iter().all(|number| Some(number) < ends.iter().min() || ends.iter().max() < Some(number))
        }
        "regionsum" => {
            let (mut sums, mut before) = (Vec::new(), None);
            for (cell, number) in cells.iter().zip(&wide) {
                let area = Some((cell / 8, cell % 4 / 2));
                match (area == before, sums.last_mut()) {
                    (true, Some(last)) => *last += number,
                    _ => sums.push(*number),
                }
                before = area;
            }
            sums.iter().all(|other| *other == sums[0])
        }
        "sumline" => {
            let mut part = 0;
            wide.iter().for_each(|number| part = if part + number == first.unwrap_or(10) { 0 } else { part + number });
            // A part that grew too large never comes back to 0.
            part == 0 && wide.iter().any(|&number| number > 0)
        }
        "zipper" => {
            let (n, half) = (wide.len(), wide.len() / 2);
            let sums: Vec<u32> = (0..half).map(|k| wide[k] + wide[n - 1 - k]).collect();
            let wanted = if n % 2 == 1 { wide[half] } else { sums[0] };
            sums.iter().all(|&other| other == wanted)
        }
        "slow" => line.windows(2).all(|pair| pair[0] <= pair[1]),
        "clone" => line[..line.len() / 2] == line[line.len() / 2..],
        "sandwich" => {
            let at = |number| line.iter().position(|&other| other == number).unwrap();
            let last = line.len() as u8;
            let (from, to) = (at(1).min(at(last)), at(1).max(at(last)));
            Some(sum(&wide[from + 1..to])) == first
        }
        "xsum" => Some(sum(&wide[..wide[0] as usize])) == first,
        "skyscraper" => {
            let seen = (0..line.len()).filter(|&k| line[..k].iter().all(|&before| before < line[k]));
            Some(seen.count() as u32) == first
        }
        "greater" => line[0] > line[1],
        "samevalues" => {
            let half = wide.len() / 2;
            wide.iter().all(|&number| often(&wide[..half], number) == often(&wide[half..], number))
        }
        "exactly" => numbers.iter().all(|&number| often(&wide, number) == often(numbers, number)),
        "lunchbox" => {
            let at = |number: Option<&u32>| wide.iter().position(|other| Some(other) == number).unwrap();
            let (low, high) = (at(wide.iter().min()), at(wide.iter().max()));
            differ() && Some(sum(&wide[(low.min(high) + 1).min(wide.len())..low.max(high)])) == first
        }
        "distinct" => {
            let others = &wide[1..];
            (0..others.len()).filter(|&k| !others[..k].contains(&others[k])).count() == wide[0] as usize
        }
        "room" => Some(wide[wide[0] as usize - 1]) == first,
        _ => return None,
    })
}
