# SPDX-License-Identifier: EPL-2.0
"""Shows what a fence costs the server under pmix4j and mpirun: the processor time of its busiest thread, in Java or C and in the kernel.

Needs pmixcc and mpirun, as run.sh does. The kernel counts processor time in steps of 10 ms, so each measurement lasts some seconds.
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
TICK = 1e6 / os.sysconf("SC_CLK_TCK")
WARM_SECONDS = 2
SECONDS = 4


def threads(pid):
	"""Returns the user and system time of each thread of a process, in microseconds."""
	times = {}
	for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
		words = (task / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
		times[task.name] = (int(words[11]) * TICK, int(words[12]) * TICK)
	return times


def measure(command, ranks, client):
	"""Returns the time of a fence, and the user and system time of the busiest thread for each, all in microseconds."""
	process = subprocess.Popen(command + ["-n", str(ranks), client, "fence", str(200000 // ranks)], stdout=subprocess.PIPE, text=True)
	time.sleep(WARM_SECONDS)
	begin, before = time.monotonic(), threads(process.pid)
	time.sleep(SECONDS)
	end, after = time.monotonic(), threads(process.pid)
	text = process.communicate()[0]
	if process.returncode != 0:
		raise SystemExit(f"fences.py: {shlex.join(command)} ended with {process.returncode}")
	fence = float(text.split()[1])
	count = (end - begin) * 1e6 / fence
	user, system = max(((u - before.get(task, (0, 0))[0], s - before.get(task, (0, 0))[1]) for task, (u, s) in after.items()), key=sum)
	return fence, user / count, system / count


def main():
	parser = argparse.ArgumentParser(prog="fences.py", description="Shows what a fence costs the server under pmix4j and mpirun.")
	parser.add_argument("--runs", type=int, default=5, help="runs of each launcher, in turn (default 5)")
	options = parser.parse_args()
	os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
	launcher = [str(HERE.parents[1] / "pmix4j"), "run", "--map-by", ":oversubscribe", "--bind-to", "none"]
	sides = {"mpirun": ["mpirun", "--oversubscribe", "--bind-to", "none"], "pmix4j": launcher,
			"pmix4j, both compilers": ["env", "PMIX4J_JAVA_OPTIONS=-XX:TieredStopAtLevel=4"] + launcher}
	subprocess.run(launcher[:1] + ["--version"], stdout=subprocess.DEVNULL, check=True) # builds the launcher if it must
	with tempfile.TemporaryDirectory() as folder:
		client = os.path.join(folder, "client")
		subprocess.run([HERE / "c" / "build.sh", folder], check=True)
		print("| ranks | server | fence, us | server thread: user, us | kernel, us |\n|---|---|---|---|---|")
		for ranks in (2, 4):
			results = {name: [] for name in sides}
			for _ in range(options.runs):
				for name, command in sides.items():
					results[name].append(measure(command, ranks, client))
			for name, rows in results.items():
				print(f"| {ranks} | {name} | " + " | ".join(f"{statistics.median(column):.0f}" for column in zip(*rows)) + " |")


if __name__ == "__main__":
	main()
