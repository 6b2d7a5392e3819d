//! The legends: the meaning of the marks on each screen, in words.

use crate::app::action::Screen;
use quadrille_study::TERMS;

/// The legend of a screen, and then the glossary, one term a line.
pub(crate) fn legend_and_terms(screen: Screen) -> String {
    let terms: Vec<String> = TERMS.iter().map(|(term, meaning)| format!("{term:<16} {meaning}")).collect();
    format!("{}\n\nTERMS\n{}", legend(screen), terms.join("\n"))
}

/// The legend of a screen, one mark a line: the Unicode form, the ASCII form, the meaning.
fn legend(screen: Screen) -> &'static str {
    match screen {
        Screen::Step => {
            "\
▶  >   the option that was tried last; on a board, Q•
◆  @   in the tree: the branch that leads here;  · .  to come
✗  x   a branch without a solution;  ✓ *  with;  ▪ =  not known
1 2 3  options of the chosen item, in the order of trying
⁵  5   in the corner of a cell: options left, after this step
×9 x9  a symbol that this step has hidden in the cell
!      no option is left: a dead end, with a heavy frame
‹7› <7> a cause of what is explained; [ ] the one at hand
▷  ?   the option that is tried next; in a cell, 6?
✓  x   chosen
·  .   hidden, tried, or not needed any more
×  x   a square where no queen can be placed
○  o   a node that has left its list; an option that this step hid
●  *   a node in its list; an option that this step brought back
■  #   an item in the list of items;  □ o  one that has left it
◆  #   a secondary item; hollow when it has a colour
━ ┃    a link that the last move changed
a b c  in the walls of a jigsaw: its regions
+      in the counts: ten or more
stop   an item that is covered often enough
5→4    options left before and after the last move
22     beside a node: its number, as the links name it
D[3]   the pointer of node 3 down its list; U up, L left, R right
10→16  what the pointer names before and after the move
F.2    piece F, the second way it can be turned
◂ ▸    the option has more items on that side
1/2    branch 1 of 2, all its items covered; 1/2+1 only one,
       1/2. next to be tried, 1/2-1 being taken back,
       1/2+0~3 with three links of the next step done
underlined: changed by the last step; bold: now; dim: done"
        }
        Screen::Tree => {
            "\
◆  @   on the current path
▾  v   unfolded     ▸  >   folded
✓  *   a solution   ✗  x   a dead end, or cut
»3 +3  three choices deeper than is drawn
12-20  forced levels drawn together
in the map, a line is a choice and a mark is a branch:
✓  *   with solutions     ✗  x   without, small
▒ ▓    without, of ten nodes or more, of a hundred or more
█  #   searched, or too large to look into     ·  .   to come"
        }
        Screen::Library => {
            "\
9×9       a grid of nine rows
7×6       a cover of seven items and six options
24 of 53  cells that you filled, of those without a given
a column of dots: an item, which has to be covered
a row of dots: an option, and the items that it covers"
        }
        Screen::Play => {
            "\
a b c      in the walls of a jigsaw: the names of its regions
bold: given     plain: yours     italic: found by a solver
!          an error; the panels say which
✓  ok      all of a symbol are placed
·  .       an empty cell
5! 5!      a symbol that clashes; yours: (5! (5)!
(5) (5)    yours, without colours
⁵  5       your marks, each in its own place
₍₅₎ {5}    your marks in the middle
·5· .5.    symbols that are possible
×  x       a symbol that you ruled out
underlined marks: excluded by what is placed, or by a rule
▃  :       how many symbols are left, where marks do not fit
ᵃ  a       the colour of a cell, without colours
[5]        the cursor among selected cells, without colours
1 2 3      at the edge of cells: the order of a chain"
        }
        Screen::Solve => {
            "\
✓  x   taken by the solution or the path that is shown
━  #   the share of the tree that was searched; in an estimate,
       the sizes that eight of ten random dives found
●  o   the estimated size of the tree, on powers of ten
▲  ^   where the search is
bars   nodes at each level, on a logarithmic scale"
        }
        Screen::Model => "▶  >   the row described below\nthe number before an item: how many options hold it",
        Screen::Compare => "bold: the item that is chosen now\ndim: covered, hidden or done",
    }
}
