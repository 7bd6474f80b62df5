//! The threads and the memory that are available for jobs.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::failure::Failure;
use plybench_experiment::run;

/// The number of threads for `jobs` jobs: as many as the user wants, or else one per core, and at most one per job.
pub(super) fn threads(wanted: Option<usize>, jobs: usize) -> usize {
    wanted.unwrap_or_else(run::cores).min(jobs.max(1))
}

/// Refuses searches that need more memory than is free, before a system that overcommits memory kills the process.
pub(super) fn refuse_beyond_free(jobs: usize, memory: u64) -> Result<(), Failure> {
    let free = free_below(Path::new("/"));
    let Some(free) = free.filter(|&free| free < memory) else {
        return Ok(());
    };
    let (wanted, free) = (memory >> 20, free >> 20);
    Err(Failure::input(if jobs == 1 {
        format!("the search needs {wanted} MiB and {free} MiB are free; give smaller tables")
    } else {
        format!(
            "{jobs} jobs at once need {wanted} MiB and {free} MiB are free; give smaller tables or a smaller --jobs"
        )
    }))
}

/// Bytes that this process can still allocate, if the system tells: free memory, or less below a limit of the process (`ulimit -v`
/// and `-d`).
pub(super) fn allocatable() -> Option<u64> {
    allocatable_below(Path::new("/"))
}

fn allocatable_below(root: &Path) -> Option<u64> {
    free_below(root).into_iter().chain(limited(root)).min()
}

/// The least that the limits of this process leave of its address space.
fn limited(root: &Path) -> Option<u64> {
    let text = |name: &str| fs::read_to_string(root.join("proc/self").join(name)).ok();
    let (limits, status) = (text("limits")?, text("status")?);
    let left = [
        ("Max address space", "VmSize:"),
        ("Max data size", "VmData:"),
    ];
    let left = left.into_iter().filter_map(|(limit, used)| {
        let line = limits.lines().find_map(|line| line.strip_prefix(limit))?;
        let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(limit.saturating_sub(kibibytes(&status, used)?))
    });
    left.min()
}

/// The number of a line such as `VmSize:    8000 kB`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Bytes of free memory, if the system tells: of the machine, or of this process's control group (as
/// set up by schedulers and containers) if that is less.
fn free_below(root: &Path) -> Option<u64> {
    let groups = groups(root).into_iter();
    let free = groups.filter_map(|group| free_of_group(&group));
    free.chain(machine(root)).min()
}

fn machine(root: &Path) -> Option<u64> {
    let text = fs::read_to_string(root.join("proc/meminfo")).ok()?;
    kibibytes(&text, "MemAvailable:")
}

/// The folders of this process's memory control group and of all above it, in version 1 or 2.
fn groups(root: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let mut folders = Vec::new();
    for line in text.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else {
            continue;
        };
        let top = root.join("sys/fs/cgroup");
        let top = match controllers {
            "" => top,
            _ if controllers.split(',').any(|name| name == "memory") => top.join("memory"),
            _ => continue,
        };
        let own = top.join(path.trim_start_matches('/'));
        let upwards = own
            .ancestors()
            .take_while(|folder| folder.starts_with(&top));
        folders.extend(upwards.map(Path::to_owned));
    }
    folders
}

fn free_of_group(folder: &Path) -> Option<u64> {
    let number = |names: [&str; 2]| {
        let texts = names.map(|name| fs::read_to_string(folder.join(name)).ok());
        let text = texts.into_iter().flatten().next()?;
        text.trim().parse::<u64>().ok()
    };
    let limit = number(["memory.max", "memory.limit_in_bytes"])?;
    let used = number(["memory.current", "memory.usage_in_bytes"])?;
    // The page cache counts as used but can be reclaimed.
    let statistics = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let cached = statistics.lines().find_map(|line| {
        let (name, bytes) = line.split_once(' ')?;
        ["inactive_file", "total_inactive_file"]
            .contains(&name)
            .then(|| bytes.parse::<u64>().ok())?
    });
    Some(limit.saturating_sub(used.saturating_sub(cached.unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    #[test]
    fn the_narrowest_bound_counts() {
        let root = tempfile::tempdir().unwrap();
        let free = || free_below(root.path());
        assert_eq!(free(), None);
        let meminfo = "MemTotal: 9000 kB\nMemAvailable:    8000 kB\n";
        write(root.path(), &[("proc/meminfo", meminfo)]);
        assert_eq!(free(), Some(8_192_000));
        // The group itself is not limited, the one above it is.
        write(
            root.path(),
            &[
                ("proc/self/cgroup", "0::/slurm/job_7\n"),
                ("sys/fs/cgroup/slurm/job_7/memory.max", "max\n"),
                ("sys/fs/cgroup/slurm/job_7/memory.current", "500\n"),
                ("sys/fs/cgroup/slurm/memory.max", "10000\n"),
                ("sys/fs/cgroup/slurm/memory.current", "4000\n"),
                (
                    "sys/fs/cgroup/slurm/memory.stat",
                    "anon 3000\ninactive_file 1000\n",
                ),
            ],
        );
        assert_eq!(free(), Some(7_000));
        write(
            root.path(),
            &[
                ("proc/self/cgroup", "5:cpu:/\n4:memory:/docker/x\n"),
                ("sys/fs/cgroup/memory/memory.limit_in_bytes", "3000\n"),
                ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n"),
            ],
        );
        assert_eq!(free(), Some(2_000));
    }

    #[test]
    fn a_limit_of_the_process_counts() {
        let root = tempfile::tempdir().unwrap();
        let allocatable = || allocatable_below(root.path());
        let limits = |space: &str, data: &str| {
            let limits = format!(
                "Limit  Soft Limit  Hard Limit  Units\nMax data size  {data}  unlimited  bytes\n\
                 Max address space         {space}            unlimited            bytes\n"
            );
            write(root.path(), &[("proc/self/limits", &limits)]);
        };
        let status = "VmPeak:  9999 kB\nVmSize:\t    30 kB\nVmData:\t    10 kB\n";
        write(root.path(), &[("proc/self/status", status)]);
        limits("unlimited", "unlimited");
        assert_eq!(allocatable(), None);
        limits("51200", "unlimited");
        assert_eq!(allocatable(), Some(20 * 1024));
        limits("51200", "20480");
        assert_eq!(allocatable(), Some(10 * 1024));
        limits("20480", "unlimited");
        assert_eq!(allocatable(), Some(0));
        limits("51200", "unlimited");
        let meminfo = "MemAvailable:    8 kB\n";
        write(root.path(), &[("proc/meminfo", meminfo)]);
        assert_eq!(allocatable(), Some(8 * 1024));
    }
}
