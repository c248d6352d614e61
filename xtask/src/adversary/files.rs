//! Outputs that are no files, a full disk, two processes on one output, files that unpack to gigabytes, genotypes that change.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{Programs, done, finish, folder, refused, status, stderr};

const GAME: &str = "(;SZ[9];B[ee];W[cc];B[gg])";
const RECTANGLES: &str = "width 9\n3 4 5\n2 7 4\n5 3 6\n4 4 3\n";

/// Devices and links as outputs of every program that writes.
pub(super) fn outputs(programs: &Programs) -> Result<String> {
    let folder = folder()?;
    let at = |name: &str| folder.path().join(name);
    fs::write(at("game.sgf"), GAME)?;
    fs::write(at("list.txt"), RECTANGLES)?;
    let mut n_calls = 0;
    let calls: [(&str, &[&str], &str); 4] = [
        ("tesuji", &["games", "import", "game.sgf", "--quiet", "--out"], "OUT.games"),
        ("tesuji", &["diagram", "game.sgf", "--out"], "OUT.svg"),
        ("strippack", &["solve", "list.txt", "--evaluations", "5", "--quiet", "--svg"], "OUT.svg"),
        ("snpanel", &["simulate", "--snps", "20", "--people", "20", "--out"], "OUT"),
    ];
    for (program, arguments, name) in calls {
        let call = |out: &str| programs.run(program, &[arguments, &[out]].concat(), folder.path());
        if program != "snpanel" {
            done(&call("/dev/null")?)?;
            ensure!(fs::metadata("/dev/null")?.file_type().is_char_device(), "{program} replaced /dev/null");
            refused(&call("/dev/full")?, "cannot write")?;
            n_calls += 2;
        }
        let written = if program == "snpanel" { "OUT.bed" } else { name };
        let (link, real, neighbour) = (at(written), at("real"), at(&format!("{written}.new")));
        symlink(&real, &link)?;
        fs::write(&real, "old")?;
        fs::write(&neighbour, "mine")?;
        fs::set_permissions(&real, fs::Permissions::from_mode(0o600))?;
        done(&call(name)?)?;
        n_calls += 1;
        ensure!(link.is_symlink(), "{program} replaced a link");
        ensure!(fs::metadata(&real)?.permissions().mode() & 0o777 == 0o600, "{program} changed the mode");
        ensure!(fs::read(&real)? != b"old", "{program} did not write through the link");
        ensure!(fs::read(&neighbour)? == b"mine", "{program} destroyed a neighbour");
        for file in [&link, &real, &neighbour] {
            fs::remove_file(file)?;
        }
    }
    Ok(format!("{n_calls} outputs to devices and links"))
}

/// A disk without room: old files stay whole, and nothing half-written is left.
pub(super) fn full_disk(programs: &Programs) -> Result<String> {
    let folder = folder()?;
    let at = |name: &str| folder.path().join(name);
    fs::write(at("game.sgf"), GAME)?;
    fs::write(at("list.txt"), RECTANGLES)?;
    fs::write(at("out"), "old")?;
    let before = fs::read_dir(folder.path())?.count();
    let calls: [(&str, &[&str]); 5] = [
        ("tesuji", &["games", "import", "game.sgf", "--quiet", "--out", "out"]),
        ("tesuji", &["diagram", "game.sgf", "--out", "out"]),
        ("strippack", &["solve", "list.txt", "--evaluations", "5", "--quiet", "--svg", "out"]),
        ("strippack", &["solve", "list.txt", "--evaluations", "5", "--quiet", "--checkpoint", "new"]),
        ("snpanel", &["simulate", "--snps", "20", "--people", "20", "--out", "new"]),
    ];
    for (program, arguments) in calls {
        refused(&programs.limited("-f 0", program, arguments, folder.path())?, "cannot write")?;
        ensure!(fs::read(at("out"))? == b"old", "{program} {arguments:?} tore a file");
        let after = fs::read_dir(folder.path())?.count();
        ensure!(after == before, "{program} {arguments:?} left {after} files where {before} were");
    }
    Ok(format!("{} programs without room", calls.len()))
}

/// Several processes on one output: one works, the others are told.
pub(super) fn locks(programs: &Programs) -> Result<String> {
    let folder = folder()?;
    fs::write(folder.path().join("list.txt"), RECTANGLES)?;
    done(&programs.run("snpanel", &["simulate", "--snps", "400", "--people", "90", "--out", "d"], folder.path())?)?;
    let search =
        ["search", "--bfile", "d", "--labels", "d.pop", "--size", "8", "--time", "4", "--quiet", "--checkpoint", "x"];
    let a = "tesuji gtp --playouts 30";
    let calls: [(&str, &[&str]); 3] = [
        ("strippack", &["solve", "list.txt", "--time", "4", "--method", "random", "--quiet", "--checkpoint", "s"]),
        ("snpanel", &search),
        ("tesuji", &["match", "--a", a, "--b", a, "--games", "12", "--quiet", "--resume", "m"]),
    ];
    for (program, arguments) in calls {
        let children: Vec<_> = (0..3)
            .map(|_| {
                let mut command = programs.command(program);
                command.args(arguments).current_dir(folder.path());
                thread::sleep(Duration::from_millis(30));
                thread::spawn(move || finish(command))
            })
            .collect();
        let outputs = children.into_iter().map(|child| child.join().expect("no panic")).collect::<Result<Vec<_>>>()?;
        let codes = outputs.iter().map(status).collect::<Result<Vec<_>>>()?;
        // One may also have ended before the next began.
        ensure!(codes.contains(&0), "{program}: nobody got through: {codes:?}");
        for output in outputs.iter().filter(|output| output.status.code() == Some(1)) {
            ensure!(stderr(output).contains("is being written by process"), "{program}: {}", stderr(output));
        }
    }
    let lines = fs::read_to_string(folder.path().join("m/games.jsonl"))?;
    ensure!(lines.lines().count() == 12, "{} lines for 12 games", lines.lines().count());
    Ok("9 processes on 3 outputs, 12 lines for 12 games".to_owned())
}

/// Small files that unpack to much, under a limit of memory that real files are far from.
pub(super) fn bombs(programs: &Programs) -> Result<String> {
    const LIMIT: &str = "-v 2097152";
    let folder = folder()?;
    let pack = |name: &str, plain: &[u8]| -> Result<usize> {
        let packed = zstd::bulk::compress(plain, 19)?;
        fs::write(folder.path().join(name), &packed)?;
        Ok(packed.len())
    };
    let sizes = [
        pack("text.sgf.zst", &[&b"(;C["[..], &vec![b'x'; 300 << 20], b"])"].concat())?,
        pack("nodes.sgf.zst", &[&b"(;SZ[9]"[..], &vec![b';'; 200 << 20], b")"].concat())?,
        pack("games.sgf.zst", &b"(;)".repeat(60 << 20))?,
    ];
    fs::write(folder.path().join("plain.sgf"), [&b"(;SZ[9]"[..], &vec![b';'; 40 << 20], b")"].concat())?;
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.sgf")).status();
    ensure!(made.is_ok_and(|status| status.success()), "mkfifo is missing");
    let mut n_calls = 0;
    for name in ["text.sgf.zst", "nodes.sgf.zst", "games.sgf.zst", "plain.sgf"] {
        for arguments in [
            &["games", "stats", name][..],
            &["games", "check", name, "--quiet"],
            &["diagram", name, "--out", "x.svg"],
            &["analyze", name, "--quiet"],
        ] {
            // Refused or, for the first game of many, shown: but never by a signal.
            status(&programs.limited(LIMIT, "tesuji", arguments, folder.path())?)
                .with_context(|| format!("{arguments:?}"))?;
            n_calls += 1;
        }
    }
    let all =
        programs.limited(LIMIT, "tesuji", &["games", "import", ".", "--quiet", "--out", "o.games"], folder.path())?;
    refused(&all, "no games are left")?;
    ensure!(stderr(&all).contains("pipe.sgf is no regular file"), "{}", stderr(&all));
    Ok(format!("{} calls on files of {sizes:?} bytes within 2 GiB, a pipe skipped", n_calls + 1))
}

/// Genotypes overwritten and shortened while a search runs: the same figures, no signal.
pub(super) fn genotypes(programs: &Programs) -> Result<String> {
    let folder = folder()?;
    done(&programs.run("snpanel", &["simulate", "--snps", "300", "--people", "90", "--out", "d"], folder.path())?)?;
    let arguments = |checkpoint| {
        [
            "search",
            "--bfile",
            "d",
            "--labels",
            "d.pop",
            "--size",
            "4",
            "--threads",
            "1",
            "--json",
            "--method",
            "greedy-queue",
        ]
        .into_iter()
        .chain(["--evaluations", "60000", "--checkpoint", checkpoint])
        .collect::<Vec<&str>>()
    };
    let report = |output: &std::process::Output| -> Result<Value> {
        done(output)?;
        let mut report: Value = serde_json::from_slice(&output.stdout)?;
        report["seconds"].take();
        Ok(report)
    };
    let expected = report(&programs.run("snpanel", &arguments("a"), folder.path())?)?;
    let bed = folder.path().join("d.bed");
    let whole = fs::read(&bed)?;
    for (name, changed) in [("b", vec![0xaa; whole.len()]), ("c", whole[..3].to_vec()), ("e", Vec::new())] {
        let mut command = programs.command("snpanel");
        command.args(arguments(name)).current_dir(folder.path());
        let child = thread::spawn(move || finish(command));
        wait_for(&folder.path().join(format!(".{name}.lock")));
        fs::write(&bed, changed)?;
        let output = child.join().expect("no panic")?;
        ensure!(report(&output)? == expected, "the figures changed");
        fs::write(&bed, &whole)?;
    }
    Ok("3 searches whose genotypes changed under them".to_owned())
}

fn wait_for(path: &Path) {
    let begin = Instant::now();
    while !path.exists() && begin.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(1));
    }
}
