# SPDX-License-Identifier: EPL-2.0
"""Compares launches of a program of MPICH by pmix4j run and by mpiexec.hydra, in turn: wall time, and processor time with that of the ranks.

Needs mpicc.mpich and mpiexec.hydra (in Debian: mpich, libmpich-dev).
"""

import argparse
import os
import pathlib
import shlex
import statistics
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LIMIT_SECONDS = 60
PROGRAM = "#include <mpi.h>\nint main(int argc, char **argv) { MPI_Init(&argc, &argv); return MPI_Finalize(); }\n"


def measure(command):
	"""Returns the milliseconds from start to end, and the processor time of the process and those that it has waited for."""
	begin = time.perf_counter()
	process = subprocess.Popen(["timeout", "-k", "5", str(LIMIT_SECONDS)] + command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
	_, status, usage = os.wait4(process.pid, 0)
	wall = time.perf_counter() - begin
	process.returncode = os.waitstatus_to_exitcode(status)
	if process.returncode != 0:
		raise SystemExit(f"mpich.py: {shlex.join(command)} ended with {process.returncode}")
	return 1000 * wall, 1000 * (usage.ru_utime + usage.ru_stime)


def main():
	parser = argparse.ArgumentParser(prog="mpich.py", description="Compares launches of a program of MPICH by pmix4j run and by mpiexec.hydra.")
	parser.add_argument("--runs", type=int, default=12, help="runs of each launcher, in turn (default 12); one more is not counted")
	parser.add_argument("--ranks", default="1,4,16,64", help="numbers of ranks (default 1,4,16,64)")
	parser.add_argument("--ours", default=str(HERE.parents[1] / "pmix4j"), help="the pmix4j to measure (default that of the checkout)")
	options = parser.parse_args()
	subprocess.run([options.ours, "--version"], stdout=subprocess.DEVNULL, check=True) # builds the launcher if it must
	with tempfile.TemporaryDirectory() as folder:
		source, program = os.path.join(folder, "program.c"), os.path.join(folder, "program")
		pathlib.Path(source).write_text(PROGRAM, encoding="ascii")
		subprocess.run(["mpicc.mpich", "-O2", "-o", program, source], check=True)
		print("| program | ranks | mpiexec.hydra, ms | CPU, ms | pmix4j run, ms | CPU, ms | ratios |\n|---|---|---|---|---|---|---|")
		for name in ("/bin/true", program):
			for ranks in options.ranks.split(","):
				sides = [["mpiexec.hydra", "-n", ranks, name], [options.ours, "run", "--oversubscribe", "-n", ranks, name]]
				rows = [[measure(command) for command in sides] for _ in range(options.runs + 1)][1:]
				(wall, cpu), (own_wall, own_cpu) = ([statistics.median(column) for column in zip(*side)] for side in zip(*rows))
				what = "init and finalize" if name == program else name
				print(f"| {what} | {ranks} | {wall:.0f} | {cpu:.0f} | {own_wall:.0f} | {own_cpu:.0f} "
						f"| {own_wall / wall:.2f}, {own_cpu / cpu:.2f} |")


if __name__ == "__main__":
	main()
