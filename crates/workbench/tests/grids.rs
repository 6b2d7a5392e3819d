//! Several grids in the workbench: the cursor and what is typed know the cells of grids alone, and
//! the whole is drawn once.

use crate::press::{open, press};
use crate::watch::screen;
use quadrille_puzzle::{Cell, Entry, kind};
use quadrille_workbench::app::{App, Msg, update};

/// The twins of the kind: two 9x9 that share a box.
fn twins() -> App {
    open(kind("multi").unwrap().sample, None)
}

fn cursor(app: &App) -> String {
    let document = app.document().unwrap();
    document.puzzle.grid().unwrap().name(document.cursor)
}

#[test]
fn the_cursor_goes_from_cell_to_cell_over_holes() {
    let mut app = twins();
    press(&mut app, "p");
    assert_eq!(cursor(&app), "r1c1");
    // Beyond the right edge of the first grid there are holes only.
    press(&mut app, "l l l l l l l l l l");
    assert_eq!(cursor(&app), "r1c9");
    press(&mut app, "j j j j j j j j j");
    assert_eq!(cursor(&app), "r10c9");
    press(&mut app, "h h h h");
    assert_eq!(cursor(&app), "r10c7", "left of it are holes");
    press(&mut app, "k k k");
    assert_eq!(cursor(&app), "r7c7");
    press(&mut app, "l l l");
    assert_eq!(cursor(&app), "r7c10", "the shared box leads into the other grid");
    press(&mut app, "k");
    assert_eq!(cursor(&app), "r7c10");
}

#[test]
fn sets_of_cells_have_no_holes_and_a_cell_of_both_grids_has_both_rows() {
    let mut app = twins();
    press(&mut app, "p A a");
    let grid = app.document().unwrap().puzzle.grid().unwrap().clone();
    assert_eq!(app.document().unwrap().selected.cells().len(), grid.n_cells());
    let row = grid.row_of(grid.cell(7, 7));
    assert_eq!((row.len(), grid.area_of(grid.cell(7, 7)).len()), (18, 9));
    assert!(row.contains(&grid.cell(7, 0)) && row.contains(&grid.cell(7, 14)));
    let hole = grid.all_cells().find(|&cell| grid.is_hole(cell)).unwrap();
    assert!(grid.row_of(hole).is_empty());
    // What goes to all cells leaves the holes.
    press(&mut app, "x");
    let cleared = app.document().unwrap().puzzle.grid().unwrap();
    assert_eq!(cleared.all_cells().filter(|&cell| cleared.entry(cell) == Entry::Hole).count(), 225 - 153);
}

/// The last row of the second grid is seen without scrolling, and the cursor says its grid.
#[test]
fn the_whole_is_seen_at_every_size() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let mut app = twins();
        update(&mut app, Msg::Resize(width, height));
        press(&mut app, "p");
        let text = screen(&app).join("\n");
        assert!(text.contains("r1c1, grid A") && !text.contains("rows 1 to"), "{text}");
        press(&mut app, "g r 8 c 8 enter");
        assert!(screen(&app).join("\n").contains("r8c8, grids A and B"), "{width}x{height}");
        press(&mut app, "g r 1 5 c 1 5 enter");
        assert!(screen(&app).join("\n").contains("r15c15, grid B"), "{width}x{height}");
    }
}

#[test]
fn regions_in_pieces_say_why_walls_do_not_change_them() {
    let empty = "....\n".repeat(4);
    let file = format!(
        "format = 1\nkind = \"jigsaw\"\n[grid]\nsize = 4\ngivens = \"\"\"\n{empty}\"\"\"\nregions = \"\"\"\nabab\nabab\ncdcd\ncdcd\n\"\"\"\n"
    );
    let mut app = open(&file, None);
    press(&mut app, "p e");
    assert!(screen(&app).join("\n").contains("no walls close off these regions"), "{:#?}", screen(&app));
    assert_eq!(app.document().unwrap().cursor, Cell(0));
}
