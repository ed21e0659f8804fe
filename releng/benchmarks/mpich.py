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

from start import measure

HERE = pathlib.Path(__file__).resolve().parent
LIMIT_SECONDS = 60
PROGRAM = "#include <mpi.h>\nint main(int argc, char **argv) { MPI_Init(&argc, &argv); return MPI_Finalize(); }\n"


def timed(command):
	"""Returns CPU and wall time of a launch in milliseconds."""
	times = measure(["timeout", "-k", "5", str(LIMIT_SECONDS)] + command)
	if times is None:
		raise SystemExit(f"mpich.py: {shlex.join(command)} has failed, or has not ended within {LIMIT_SECONDS} s")
	return times


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
				rows = [[timed(command) for command in sides] for _ in range(options.runs + 1)][1:]
				(cpu, wall), (own_cpu, own_wall) = ([statistics.median(column) for column in zip(*side)] for side in zip(*rows))
				what = "init and finalize" if name == program else name
				print(f"| {what} | {ranks} | {wall:.0f} | {cpu:.0f} | {own_wall:.0f} | {own_cpu:.0f} "
						f"| {own_wall / wall:.2f}, {own_cpu / cpu:.2f} |")


if __name__ == "__main__":
	main()
