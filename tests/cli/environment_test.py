"""The program under limits and signals: limits on files and memory, signals, copies started by mpirun."""
import errno
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
SHIM = sys.argv.pop(1) if len(sys.argv) > 1 and sys.argv[1].endswith(".so") else ""
JOB = "nimsweep: 1\nplayers: 3\nmatrices: [{range: {from: 0, count: 200}}]\npiles: {count: 1..3, max: 9}\ntables: {file: t.h5}\n"
PROOFS = "nimsweep: 1\nplayers: 2..6\npiles: {count: 1..9}\nverify: [standard-many-players, standard-n=N+1, standard-3a]\n"
NO_LAUNCHER = {name: value for name, value in os.environ.items() if not name.startswith(("OMPI_", "PMI_", "SLURM_"))}


class Environment(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def run_program(self, *arguments, code=0, **options):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              timeout=300, **{"env": NO_LAUNCHER, **options})
        self.assertEqual(done.returncode, code, (arguments, done.stderr))
        return done

    def refuse(self, code, message, *arguments, **options):
        """The program says why in one line, and prints nothing else."""
        done = self.run_program(*arguments, code=code, **options)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.stdout, "")


def limit(what, number):
    return lambda: resource.setrlimit(what, (number, number))


class FileSizes(Environment):
    """When a file would exceed the user's size limit, every command says so and leaves nothing half done."""

    def test_every_command_that_writes(self):
        self.write("job.yaml", JOB)
        self.write("proofs.yaml", PROOFS)
        self.run_program("run", "job.yaml", "--quiet", "--part", "1/1")
        self.run_program("run", "proofs.yaml", "--quiet")
        before = sorted(path.name for path in self.folder.iterdir())
        for command in (["merge", "job.yaml", "--quiet"], ["merge", "job.yaml", "--quiet", "--copy"],
                        ["report", "proofs.yaml", "--quiet"],
                        ["verify", "--quiet", "--players", "3..6", "--certificate", "c.json"],
                        ["run", "proofs.yaml", "--quiet", "--certificate", "c.json"]):
            with self.subTest(command=command):
                done = self.run_program(*command, code=3, preexec_fn=limit(resource.RLIMIT_FSIZE, 2000))
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertIn("File too large", done.stderr)
                (self.folder / "c.json").unlink(missing_ok=True)
                self.assertEqual(sorted(path.name for path in self.folder.iterdir()), before)
        self.run_program("merge", "job.yaml", "--quiet", "--copy")

    def test_standard_output(self):
        with open(self.folder / "out", "w") as out:
            done = subprocess.run([PROGRAM, "machine", "--players", "6", "--matrix", "index:99999999"], stdout=out,
                                  stderr=subprocess.PIPE, text=True, preexec_fn=limit(resource.RLIMIT_FSIZE, 2000))
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr, "nimsweep: cannot write to standard output: File too large\n")


class OpenFiles(Environment):
    @unittest.skipUnless(SHIM, "sanitizers open files of their own")
    def test_too_many_of_them_are_a_failure_of_the_environment(self):
        """Below four, libraries cannot be loaded."""
        self.write("job.yaml", JOB)
        (self.folder / "t.h5.parts").mkdir()
        for command in (["run", "job.yaml", "--quiet"], ["merge", "job.yaml"],
                        ["tree", "--players", "3", "--piles", "1", "--format", "svg"]):
            with self.subTest(command=command):
                self.refuse(3, "Too many open files", *command, preexec_fn=limit(resource.RLIMIT_NOFILE, 4))


class Sources(Environment):
    """Files that cannot be read or never end."""

    def test_a_read_error_is_a_failure_of_the_environment(self):
        self.write("matrices.yaml", JOB.replace("range: {from: 0, count: 200}", "file: /proc/self/mem"))
        broken = "/proc/self/mem"  # a regular file whose first byte cannot be read
        for command in (["run", broken], ["plan", broken], ["merge", broken], ["report", broken], ["run", "matrices.yaml"],
                        ["solve", "--players", "3", "--piles", "@" + broken]):
            with self.subTest(command=command):
                self.refuse(3, "Input/output error", *command)

    def test_pipes_and_devices_are_not_waited_for(self):
        os.mkfifo(self.folder / "pipe")
        self.write("matrices.yaml", JOB.replace("range: {from: 0, count: 200}", "file: pipe"))
        for command in (["run"], ["plan"], ["merge"], ["report"]):
            for source in ("pipe", "/dev/zero", "/dev/null"):
                with self.subTest(command=command, source=source):
                    self.refuse(2, f"{source} is not a regular file", *command, source)
        self.refuse(2, "pipe is not a regular file", "run", "matrices.yaml")


class Memory(Environment):
    """However little memory there is, the program ends with one line. HDF5 is excluded, because it may crash."""

    COMMANDS = (["slove"], ["list"], ["solve", "--players", "3", "--piles", "1,2,2"],
                ["solve", "--game", "nim", "--players", "3", "--piles", "9,9,9"], ["machine", "--players", "5", "--json"],
                ["plan", "proofs.yaml"], ["run", "proofs.yaml", "--quiet", "--threads", "2"],
                ["report", "proofs.yaml", "--quiet", "--threads", "2"])

    def outcomes(self, command, once):
        """Fails one allocation, or all from it on, and yields exit codes and messages until nothing fails."""
        at = 1
        while at < 200_000:
            report = self.folder / "report"
            report.unlink(missing_ok=True)
            fault = {"LD_PRELOAD": SHIM, "FAULT_FOLDER": "/nowhere", "FAULT_CALL": "malloc", "FAULT_AT": str(at),
                     "FAULT_WHAT": str(errno.ENOMEM), "FAULT_MODE": "once" if once else "on", "FAULT_REPORT": str(report)}
            done = subprocess.run([PROGRAM, *command], cwd=self.folder, capture_output=True, text=True, timeout=60,
                                  env={**NO_LAUNCHER, **fault})
            if "before main" not in (report.read_text() if report.exists() else ""):
                yield at, done.returncode, done.stderr
            if not report.exists():
                return
            at += 1 + at // 5

    @unittest.skipUnless(SHIM, "sanitizers have a malloc of their own")
    def test_it_may_run_out_at_any_time(self):
        self.write("proofs.yaml", PROOFS)
        for command in self.COMMANDS:
            for once in (False, True):
                with self.subTest(command=command, once=once):
                    codes = [self.expect_one_line(*outcome) for outcome in self.outcomes(command, once)]
                    self.assertIn(3, codes)
                    self.assertEqual(codes[-1], 2 if command == ["slove"] else 0)

    def expect_one_line(self, at, code, errors):
        if code == 3:
            self.assertEqual(errors, "nimsweep: out of memory\n", at)
        self.assertLessEqual(errors.count("\n"), 1, (at, errors))
        self.assertIn(code, (0, 2, 3), (at, errors))  # 2: a box that does not fit
        return code


class Signals(Environment):
    def start(self, *arguments):
        process = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, env=NO_LAUNCHER, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, preexec_fn=limit(resource.RLIMIT_CORE, 0))
        self.addCleanup(process.kill)
        return process

    def start_hunt(self):
        """A run that takes minutes, already at work."""
        self.write("hunt.yaml", "nimsweep: 1\nplayers: 5\nmatrices: [{sample: {count: 900000000, seed: 1}}]\n"
                                "results: {file: h.h5}\nhunt: [{name: top, top: {by: states, count: 9}}]\n")
        process = self.start("run", "hunt.yaml", "--quiet", "--threads", "2", "--checkpoint", "0")
        until = time.monotonic() + 60
        while time.monotonic() < until and not list(self.folder.glob("h.h5.parts/saved-*")):
            time.sleep(0.01)
        self.assertIsNone(process.poll())
        return process

    def expect_saved(self, process):
        _, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors.count("\n")), (130, 1), errors)
        self.assertIn("run the job again to continue", errors)
        self.assertTrue(list(self.folder.glob("h.h5.parts/saved-*")))
        shutil.rmtree(self.folder / "h.h5.parts")

    def test_each_of_them_stops_cleanly(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
            with self.subTest(signal=number):
                process = self.start_hunt()
                process.send_signal(number)
                self.expect_saved(process)

    def test_more_of_them_do_not_disturb_the_saving(self):
        for _ in range(5):
            process = self.start_hunt()
            while process.poll() is None:
                for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
                    process.send_signal(number)
                time.sleep(0.0005)
            self.expect_saved(process)

    def test_quit_ends_at_once(self):
        process = self.start_hunt()
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGQUIT)
        process.communicate(timeout=60)
        self.assertIn(process.returncode, (-signal.SIGQUIT, 130))

    def test_a_reader_that_goes_away_ends_it_quietly(self):
        for command in (["list"], ["machine", "--players", "6", "--matrix", "index:99999999", "--json"]):
            process = self.start(*command)
            process.stdout.close()
            errors = process.stderr.read()
            process.stderr.close()
            self.assertEqual((process.wait(timeout=60), errors), (-signal.SIGPIPE, ""))
        self.assertIn(" 141  ", self.run_program("--help").stdout)


class Launchers(Environment):
    """Several independent copies, started by mpirun or srun."""

    ALONE = ({"OMPI_COMM_WORLD_SIZE": "1", "OMPI_COMM_WORLD_RANK": "0", "SLURM_STEP_NUM_TASKS": "4", "SLURM_PROCID": "0",
              "SLURM_STEP_ID": "0"},
             {"SLURM_NTASKS": "4", "SLURM_PROCID": "0", "SLURM_JOB_ID": "7"},  # a batch script
             {"SLURM_NTASKS": "4", "SLURM_STEP_NUM_TASKS": "1", "SLURM_PROCID": "0", "SLURM_STEP_ID": "0"},
             {"OMPI_COMM_WORLD_SIZE": "many", "OMPI_COMM_WORLD_RANK": "0"})
    SEVERAL = ({"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "%"}, {"PMI_SIZE": "4", "PMI_RANK": "%"},
               {"SLURM_NTASKS": "4", "SLURM_PROCID": "%", "SLURM_STEP_ID": "0"},
               {"SLURM_NTASKS": "9", "SLURM_STEP_NUM_TASKS": "4", "SLURM_PROCID": "%", "SLURM_STEP_ID": "0"})

    def test_they_are_told_once_what_to_do(self):
        self.write("job.yaml", JOB)
        for started in self.SEVERAL:
            for rank in ("0", "3"):
                with self.subTest(started=started, rank=rank):
                    environment = {**NO_LAUNCHER, **{name: value.replace("%", rank) for name, value in started.items()}}
                    done = self.run_program("run", "job.yaml", code=2, env=environment)
                    self.assertEqual(done.stdout, "")
                    self.assertEqual(done.stderr, "" if rank == "3" else
                                     "nimsweep: run: 4 independent copies were started; expected "
                                     "nimsweep-mpi (with srun: --mpi=pmix), or a --part of the job for each\n")
                    self.assertFalse((self.folder / "t.h5").exists())
                    self.run_program("run", "job.yaml", "--part", "1/1", "--quiet", env=environment)
                    self.run_program("list", env=environment)

    def test_one_copy_just_runs(self):
        self.write("job.yaml", JOB)
        for started in self.ALONE:
            with self.subTest(started=started):
                self.run_program("run", "job.yaml", "--quiet", env={**NO_LAUNCHER, **started})


if __name__ == "__main__":
    unittest.main()
