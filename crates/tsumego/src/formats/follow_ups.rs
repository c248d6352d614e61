//! The later positions of a solution tree as problems of their own.
//!
//! After the first move a tree says what is right as well: for the side that solves, a move from which it always reaches a `CORRECT` leaf; for the
//! opponent, a reply to a wrong move after which it no longer can. Replies to right moves all fail and say nothing. Only for learning: nobody
//! checked that a tree lists all right replies.

use std::rc::Rc;

use go_board::{Board, Color, Point};
use sgf::value::{Move, parse_move};
use sgf::{GameTree, NodeId, Size};

use super::sgf_trees::{task, verdicts};
use crate::task::Task;

/// The positions of every tree after one to `most_moves` moves, in the order of the trees.
pub(super) fn read(text: &str, most_moves: usize) -> Vec<Vec<Task>> {
    let Ok(collection) = sgf::parse(text) else { return Vec::new() };
    collection.games.iter().enumerate().map(|(index, tree)| of_tree(tree, index, most_moves)).collect()
}

fn of_tree(tree: &GameTree<'_>, index: usize, most_moves: usize) -> Vec<Task> {
    let Ok(root) = task(tree, index) else { return Vec::new() };
    let Ok(board) = root.board() else { return Vec::new() };
    let verdicts = verdicts(tree, &root.to_move.letter().to_string());
    let mut found = Vec::new();
    // Nodes to be looked at: the board before their move, its colour, and how many moves it makes.
    let mut waiting: Vec<(NodeId, Rc<Board>, Color, usize)> = Vec::new();
    let push_children = |node: NodeId, board: Rc<Board>, mover: Color, n_moves: usize, waiting: &mut Vec<_>| {
        let children: Vec<NodeId> = tree.node(node).children().map(|child| child.id()).collect();
        waiting.extend(children.into_iter().rev().map(|child| (child, Rc::clone(&board), mover, n_moves)));
    };
    push_children(tree.root().id(), Rc::new(board), root.to_move, 1, &mut waiting);
    while let Some((node, before, color, n_moves)) = waiting.pop() {
        let Some(point) = move_at(tree, node, color, root.size.get()) else { continue };
        if n_moves > most_moves || !before.is_legal(point, color) {
            continue;
        }
        let mut after = Board::clone(&before);
        after.play_unchecked(point, color);
        let mover = color.opponent();
        let is_right = |child: &NodeId| verdicts[child] == (mover == root.to_move);
        let right = tree.node(node).children().map(|child| child.id()).filter(is_right);
        let right: Vec<Point> = right.filter_map(|child| move_at(tree, child, mover, root.size.get())).collect();
        if !right.is_empty() {
            let of = |color| root.size.points().filter(|&p| after.color_at(p) == Some(color)).collect::<Vec<Point>>();
            let marked = root.marked.iter().copied().filter(|&p| after.color_at(p) == before.color_at(p)).collect();
            let id = format!("{}, move {}", root.id, n_moves + 1);
            found.push(Task { id, stones: Color::BOTH.map(of), to_move: mover, marked, right, ..root.clone() });
        }
        push_children(node, Rc::new(after), mover, n_moves + 1, &mut waiting);
    }
    found
}

/// The point that a node plays on, if it is a move of that colour.
fn move_at(tree: &GameTree<'_>, node: NodeId, color: Color, size: u8) -> Option<Point> {
    let node = tree.node(node);
    let raw = node.value(&color.letter().to_string())?;
    match parse_move(raw, Size { columns: size, rows: size }) {
        Ok(Move::At(point)) => Point::new(point.column, point.row),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_follow_ups;
    use go_board::{Color, Point};

    fn points(names: &[(u8, u8)]) -> Vec<Point> {
        names.iter().map(|&(x, y)| Point::new(x, y).unwrap()).collect()
    }

    #[test]
    fn answers_of_both_sides_that_the_tree_calls_right() {
        let text = "(;SZ[9]GN[15K lifeAndDeath 7]PL[B]AB[ba][bb]AW[aa](;B[ab](;W[cc];B[dd]C[CORRECT])(;W[dd](;B[cc]C[CORRECT])(;B[ee]C[WRONG])))\
                    (;B[ff](;W[ab]C[WRONG])(;W[gg];B[ab]C[CORRECT])))";
        let found = read_follow_ups(text.as_bytes(), 9).unwrap();
        assert_eq!(found.len(), 1);
        let told: Vec<(Color, Vec<Point>)> = found[0].iter().map(|task| (task.to_move, task.right.clone())).collect();
        // After B ab and W cc, after B ab and W dd, after the wrong B ff, and after B ff and W gg.
        let expected = [
            (Color::Black, points(&[(3, 3)])),
            (Color::Black, points(&[(2, 2)])),
            (Color::White, points(&[(0, 1)])),
            (Color::Black, points(&[(0, 1)])),
        ];
        assert_eq!(told, expected);
        assert_eq!(
            found[0][0].stones,
            [points(&[(1, 0), (0, 1), (1, 1)]), points(&[(2, 2)])],
            "the captured stone is gone"
        );
        assert_eq!(found[0][0].kind.as_deref(), Some("lifeAndDeath"));
        let after_one = read_follow_ups(text.as_bytes(), 1).unwrap().concat();
        assert_eq!(after_one.iter().map(|task| task.id.as_str()).collect::<Vec<_>>(), ["15K lifeAndDeath 7, move 2"]);
    }

    #[test]
    fn other_files_have_none_and_impossible_moves_end_a_line() {
        assert!(read_follow_ups(b"{\"AB\":[],\"SZ\":9}", 9).unwrap().is_empty());
        let occupied = "(;SZ[9]AB[aa];B[aa];W[bb];B[cc]C[CORRECT])(;SZ[99];B[aa])";
        assert_eq!(read_follow_ups(occupied.as_bytes(), 9).unwrap().concat().len(), 0);
    }
}
