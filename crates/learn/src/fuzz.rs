//! Properties of readers on foreign bytes, as plain functions that any fuzzer can call; they panic only if a property
//! fails.

use crate::classify::{Choice, Classifier, arff, csv};
use crate::convolution::{ConvNet, Input, Output, Scratch, Shape};
use crate::tree::{QueryLanguage, QueryTree, TaggedTree, read_text, write_text};

/// `ASK[n]` has `n` outcomes, from 2 to 9, labelled 0 to 8.
struct Digits;

impl QueryLanguage for Digits {
    type Query = u8;

    fn write(&self, query: &u8) -> String {
        format!("ASK[{query}]")
    }

    fn read(&self, text: &str) -> Option<u8> {
        let number = text.get(..4).filter(|head| head.eq_ignore_ascii_case("ASK[")).and(text.get(4..))?;
        number.strip_suffix(']')?.parse().ok().filter(|n| (2..=9).contains(n))
    }

    fn n_outcomes(&self, query: &u8) -> usize {
        usize::from(*query)
    }

    fn label(&self, _: &u8, outcome: usize) -> &str {
        ["0", "1", "2", "3", "4", "5", "6", "7", "8"][outcome]
    }
}

/// Reading trees from text: never panics; a tree that was read is written as text that reads the same.
pub fn fuzz_tree_text(data: &[u8]) {
    let Ok(trees) = read_text::<_, f64>(&Digits, &String::from_utf8_lossy(data)) else {
        return;
    };
    for TaggedTree { tag, tree, weights, .. } in trees {
        let text = write_text(&Digits, &tag, &tree, &weights, 0);
        let again = read_text::<_, f64>(&Digits, &text).expect("a tree reads back");
        assert_eq!(again.len(), 1, "one tree was written");
        assert_eq!((&again[0].tag, &again[0].tree, &again[0].weights), (&tag, &tree, &weights));
    }
}

/// Building a tree from a pre-order list (a byte a node: 0 a leaf, else the number of outcomes): never panics; a tree
/// gives back its list, and every leaf has a path.
pub fn fuzz_tree_list(data: &[u8]) {
    let list: Vec<Option<(u16, u8)>> = data.iter().map(|&b| (b > 0).then_some((u16::from(b), b))).collect();
    let Ok(tree) = QueryTree::from_preorder(list.clone()) else {
        return;
    };
    for (leaf, depth) in tree.leaf_depths().into_iter().enumerate() {
        assert_eq!(tree.path_to(leaf as u32).map(|path| path.len()), Some(depth));
    }
    assert_eq!(Vec::from(tree), list);
}

/// Reading tables from ARFF: never panics; what was read is written as a text that reads the same.
pub fn fuzz_arff(data: &[u8]) {
    if let Ok(table) = arff::read(&String::from_utf8_lossy(data), &Choice::default()) {
        assert_eq!(arff::read(&arff::write(&table), &Choice::default()).as_ref(), Ok(&table));
    }
}

/// Reading tables from CSV: never panics; what was read is written as a text that reads the same.
pub fn fuzz_csv(data: &[u8]) {
    if let Ok(table) = csv::read(&String::from_utf8_lossy(data), &Choice::default()) {
        assert_eq!(csv::read(&csv::write(&table), &Choice::default()).as_ref(), Ok(&table));
    }
}

/// Reading classifiers, the input with its checksum put right: never panics; what was read answers for a row with probabilities, and is written as bytes
/// that read the same.
pub fn fuzz_classifier(data: &[u8]) {
    let sum = crate::classify::checksum(data);
    for bytes in [data.to_vec(), [data, &sum.to_le_bytes()].concat()] {
        let Ok(classifier) = Classifier::from_bytes(&bytes) else { continue };
        let mut probabilities = vec![0.0; classifier.classes().len()];
        classifier.probabilities(&vec![0.5; classifier.columns().len()], &mut probabilities);
        assert!(Classifier::from_bytes(&classifier.to_bytes()).is_ok());
    }
}

/// Networks of foreign weights (six bytes for shape and grid, then the weights, the last of them again and again): never panics; a network answers for every cell
/// and is written as bytes that read the same.
pub fn fuzz_network(data: &[u8]) {
    let Some((&[planes, globals, channels, blocks, width, height], rest)) = data.split_first_chunk() else { return };
    let [planes, globals, channels, blocks] = [planes % 4, globals % 3, channels % 33, blocks % 3].map(usize::from);
    let shape = Shape { planes, globals, channels, blocks };
    let n_weights = if shape.check().is_ok() { shape.n_weights() } else { 1 };
    let (numbers, _) = rest.as_chunks();
    let known = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let last = known.clone().next_back().unwrap_or(0.1);
    let weights = known.chain(std::iter::repeat(last)).take(n_weights).collect();
    let Ok(net) = ConvNet::from_weights(shape, weights) else { return };
    let bytes = postcard::to_stdvec(&net).expect("a network can be written");
    let again: ConvNet = postcard::from_bytes(&bytes).expect("what was written can be read");
    assert_eq!((again.shape(), again.weights()), (shape, net.weights()));

    let (width, height) = (usize::from(width % 6) + 1, usize::from(height % 6) + 1);
    let mut output = Output::default();
    let input = Input { width, height, planes: &vec![1.0; planes * width * height], globals: &vec![-1.0; globals] };
    net.predict(&input, &mut Scratch::default(), &mut output);
    assert_eq!(output.cells.len(), width * height);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_accept_good_and_bad_input() {
        fuzz_tree_text(b"(TREE[SG] (ASK[2] (0 (WEIGHT[1])) (1 (WEIGHT[1e-300])))) # comment\n(TREE[] (weight[-2]))");
        fuzz_tree_text(b"(TREE[SG] (ASK[2] (1 (WEIGHT[1]))");
        fuzz_tree_text("(TREE[é".as_bytes());
        fuzz_tree_text("(TREE[x] (é[2]".as_bytes());
        fuzz_tree_list(&[2, 0, 3, 0, 0, 0]);
        fuzz_tree_list(&[2, 0, 255]);
        fuzz_tree_list(&[]);
        fuzz_arff(b"@relation r\n@attribute x numeric\n@attribute 'a b' {u,'v \\' w',}\n@data\n1,u\n{0 2}\n");
        fuzz_network(&[1, 2, 8, 1, 4, 2, 0, 0, 128, 62]);
        fuzz_network(&[3, 0, 16, 2, 0, 0, 255, 255, 127, 127]);
        fuzz_network(&[3, 0, 16, 2, 0, 0, 0, 0, 128, 127]);
        fuzz_network(&[0, 0, 9, 0, 0, 0]);
        fuzz_csv(b"x,y\n1,\"a,\"\"b\"\n2,c\n");
        fuzz_csv(b"\"x\" , y\n1,");
        let table = csv::read("x,y\n1,a\n2,b\n3,a\n", &Choice::default()).unwrap();
        for learner in ["zero-r", "naive-bayes", "j48:min=1", "knn", "svm", "ranking:rounds=1"] {
            let bytes = learner.parse::<crate::classify::Learner>().unwrap().fit(&table, None, 1).unwrap().to_bytes();
            fuzz_classifier(&bytes);
            for place in 0..bytes.len() - 8 {
                let mut changed = bytes[..bytes.len() - 8].to_vec();
                changed[place] ^= 0x81;
                fuzz_classifier(&changed);
            }
        }
    }
}
