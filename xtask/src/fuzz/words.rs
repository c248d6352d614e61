//! Dictionaries: words and small whole inputs of the formats, which blind mutation would take ages to find.

pub(super) const GTP: &[&[u8]] = &[
    b"echo ",
    b"play b D4\n",
    b"play white pass\n",
    b"boardsize 19\n",
    b"komi 6.5\n",
    b"flag true\n",
    b"analyze 3 a b c\n",
    b"known_command quit\n",
    b"list_commands\n",
    b"quit\n",
    b"# interrupt\n",
    b"\r\n\r\n",
    b"=12 ",
    b"?3 illegal move\n\n",
];

pub(super) const ENGINE: &[&[u8]] = &[
    b"boardsize 3\n",
    b"boardsize 25\n",
    b"play b A1\n",
    b"play w B2\n",
    b"play b C3\n",
    b"genmove w\n",
    b"genmove b\n",
    b"undo\n",
    b"loadsgf f\n",
    b"loadsgf f 3\n",
    b"printsgf f\n",
    b"showboard\n",
    b"place_free_handicap 5\n",
    b"fixed_handicap 4\n",
    b"gogui-setup b A1 w B1 w A2\n",
    b"gogui-play_sequence b A1 w A2 b B2 w pass\n",
    b"kgs-time_settings byoyomi 10 5 3\n",
    b"time_left b 5 1\n",
    b"all_legal b\n",
    b"final_score\n",
    b"final_status_list alive\n",
    b"\0(;SZ[3]AB[aa];W[bb];B[];AE[aa])",
];

pub(super) const SGF: &[&[u8]] = &[
    b"(;GM[1]FF[4]SZ[19]KM[6.5]",
    b"SZ[9:13]",
    b"CA[GB2312]",
    b"CA[UTF-8]",
    b";B[dd]",
    b";W[tt]",
    b"AB[aa:cc][dd]",
    b"AE[bb]",
    b"C[text \\] more]",
    b"LB[aa:b\\:c]",
    b"(;B[aa])(;W[bb])",
    b"DT[2001-02-03,04]",
    b"RE[B+R]",
    b"\xef\xbb\xbf",
    b"\\\n",
    b"))",
];

pub(super) const SUITE: &[&[u8]] = &[
    b"10 reg_genmove b\n#? [D4|Q16]*\n",
    b"loadsgf sgf/a.sgf 30\n",
    b"#? [!PASS]\n",
    b"#? [W\\+0\\.5]\n",
    b"[(A|B)*?+{1,2}]",
    b"[^a-z]",
    b"(?:(?:a",
];

pub(super) const RECORDS: &[&[u8]] = &[
    b"{\"game\":0,\"names\":[\"a\",\"b\"],\"black\":\"a\",\"outcome\":{\"end\":\"resignation\",\"winner\":\"b\"},\
      \"moves\":[\"D4\"],\"n_chosen\":[1,0],\"seconds\":[0.5,0.0],\"longest\":[0.5,0.0]}\n",
    b"{\"end\":\"score\",\"winner\":null,\"result\":\"0\"}",
    b"{\"end\":\"forfeit\",\"fault\":{\"side\":\"b\",\"kind\":\"hung\",\"detail\":\"\"}}",
    b"1e400",
];

pub(super) const FOREST: &[&[u8]] = &[
    b"(TREE[SG] (NEW[S|within|4] (S (WEIGHT[1])) (none (WEIGHT[2.5]))))",
    b"(TREE[IG-C|shortest-path|last-line] ",
    b"(TREE[SG|last-two] ",
    b"(NEW[B W|beside|0] (B ",
    b"(DIST[0|1|<|4] (yes (WEIGHT[e^-1e-12])) (no ",
    b"(CONN[0|1|=|2] (yes ",
    b"(ATTR[LIB|1|=|1] (yes ",
    b"(ATTR[SIZE|1|<|3] (yes ",
];

pub(super) const TREE: &[&[u8]] =
    &[b"(TREE[SG] (ASK[2] (0 (WEIGHT[1])) (1 (WEIGHT[1e-300]))))", b"(ASK[3] (0 ", b"(WEIGHT[-2.5])", b"# comment\n"];

pub(super) const GENOTYPES: &[&[u8]] = &[
    &[3, 2, 0x6c, 0x1b, 1, 0b11_10_01, 0b00_01_11],
    b"1\trs1\t0\t828418\tA\tC\nX rs2 0 7 C 0\n",
    b"a a 0 0 1 2\nb b 0 0 2 1\n",
    b"#FID\tIID\tPOP\na\ta\tX\nb\tb\tY\n",
    b"#POP\tGROUP\nX\tG\nY\tG\n",
    b"##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\n",
    b"1\t1\t.\tA\tG\t.\tPASS\t.\tGT:DP\t0/1:3\t1|1:.\n",
];

pub(super) const PACKING: &[&[u8]] = &[
    b"width 10\n3 4 2\n5 5\n",
    b"1\n10\n3 4\n",
    b"# width 10\nwidth,height\n3,4\n",
    b"{\"width\":10,\"items\":[{\"width\":3,\"height\":4},{\"width\":12,\"height\":1}]}",
    b"4294967295",
];

pub(super) const BOOK: &[&[u8]] = &[
    b"tesuji book 1 for 9x9\n: E5 100 C3 30\nE5 : C3 7\nE5 C3 : G7 7 C7 2\n",
    b"tesuji book 1 for 19x19\n",
    b" : Q16 4 D4 4\n",
];

pub(super) const TABLE: &[&[u8]] = &[
    b"@relation r\n@attribute x numeric\n@attribute c {a,b}\n@data\n1,a\n2,b\n",
    b"@attribute 'a b' real\n",
    b"@attribute c {0,1}\n",
    b"@data\n",
    b"{0 1.5, 2 b}\n",
    b"x,y,class\n1,2,a\n3,4,b\n",
    b"\"a,\"\"b\"",
    b"\\'",
    b"1e308",
    b"NaN",
    b"?",
    b"% comment\n",
];

pub(super) const CLASSIFIER: &[&[u8]] = &[b"TESUJI-CLASSIFIER 1\n", b"zero-r\n", b"forest:trees=1\n", b"knn\n"];

pub(super) const LIGHT_WEIGHTS: &[&[u8]] = &[
    b"# ",
    b"0.0000015 ",
    b"1.5e-5 ",
    b"999999 ",
    b"1.0000 ........\n",
    b"capture\n",
    b"self-atari\n",
    b"contiguous\n",
    b"extension\n",
];

pub(super) const JUDGEMENT: &[&[u8]] = &[
    b"{\"position\":1,\"judgement\":",
    b"{\"n_playouts\":100,\"win_rate\":0.5,\"score_lead\":-3.5,\"candidates\":[],\"ownership\":[],\"probability\":0.3,\"rank\":4}}\n",
    b"\"ownership\":[-100,0,100]",
    b"null",
];

pub(super) const JUDGED: &[&[u8]] = &[
    b"{\"sgf\":\"(;SZ[5];B[cc];W[bb];B[])\",\"positions\":[]}\n",
    b"{\"ply\":2,\"black_win\":0.5,\"black_lead\":-1e3},",
    b",\"top\":[{\"move\":\"pass\",\"visits\":3,\"black_win\":1,\"black_lead\":0}]",
    b"null,",
    b"NaN",
];

pub(super) const PROBLEMS: &[&[u8]] = &[
    b"problem p\n",
    b"to move: white\n",
    b"size 5\n",
    b"answer: ba\n",
    b". x X O\n",
    b"# tesuji problems 1\n",
    b"W 49 dead bc ac ..xO/xxxO/OOO\n",
    b"{\"AB\":[\"aa\"],\"AW\":[\"bb\"],\"SZ\":\"5\"}\n",
    b"(;SZ[5]AB[aa][bb]AW[ba]TR[aa];B[cc]C[CORRECT])",
    b"@1.27\n",
    b"white to move\n",
    b"19 |. . X O ? \n",
    b"2,1 + B19 ko1 aa -\n",
];
