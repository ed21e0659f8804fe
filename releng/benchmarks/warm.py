# SPDX-License-Identifier: EPL-2.0
"""Does the measuring for warm.sh: launches the same job in four ways in turn, and prints the medians of the wall times as a table."""

import argparse
import os
import statistics
import subprocess
import time

LIMIT_SECONDS = 60
# jobs in the host that are not measured, while its code is compiled
FIRST_JOBS = 20


class WarmHost:
	"""The Java program with a host in which jobs are launched one after the other."""

	def __init__(self, options):
		self.process = subprocess.Popen([options.java, "--enable-native-access=ALL-UNNAMED", "-cp", options.classes, "Warm"],
				stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

	def launch(self, command):
		self.process.stdin.write(" ".join(command) + "\n")
		self.process.stdin.flush()
		return float(self.process.stdout.readline())

	def close(self):
		self.process.stdin.close()
		self.process.wait(LIMIT_SECONDS)


def wall(command):
	"""Returns the milliseconds from the start of a launcher to its end."""
	begin = time.perf_counter()
	subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=LIMIT_SECONDS)
	return 1000 * (time.perf_counter() - begin)


def compare(ways, ranks, program, runs):
	"""Returns the median of each way; each round begins with another one."""
	times = [[] for _ in ways]
	for number in range(runs):
		for turn in range(len(ways)):
			index = (number + turn) % len(ways)
			times[index].append(ways[index]([str(ranks)] + program))
	return [statistics.median(each) for each in times]


def main():
	parser = argparse.ArgumentParser(prog="warm.sh", description="Compares warm launches with cold ones and prints a table.")
	parser.add_argument("--runs", type=int, default=11, help="runs of each job in each way (default 11)")
	parser.add_argument("--ranks", default="1,4,16,64", help="ranks of each job (default 1,4,16,64)")
	for hidden in ("--work", "--pmix4j", "--java", "--classes"):
		parser.add_argument(hidden, required=True, help=argparse.SUPPRESS)
	options = parser.parse_args()
	program = [os.path.join(options.work, "client"), "launch"]
	os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_btl_tcp_if_include="lo",
			TMPDIR=options.work)
	with subprocess.Popen([options.pmix4j, "server"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as server:
		server.stdout.readline() # it is ready
		pid = str(server.pid)
		host = WarmHost(options)
		try:
			ways = [lambda job: wall(["mpirun", "--oversubscribe", "-n"] + job), lambda job: wall([options.pmix4j, "run", "-n"] + job),
					lambda job: wall([options.pmix4j, "submit", "--pid", pid, "-n"] + job), host.launch]
			for _ in range(FIRST_JOBS):
				host.launch(["4"] + program)
			print("| ranks | mpirun, ms | run, ms | submit, ms | warm host, ms | submit / run | warm host / mpirun |")
			print("|---|---|---|---|---|---|---|", flush=True)
			for ranks in options.ranks.split(","):
				cold, run, submit, warm = compare(ways, ranks, program, options.runs)
				print(f"| {ranks} | {cold:.0f} | {run:.0f} | {submit:.0f} | {warm:.0f} | {submit / run:.2f} | {warm / cold:.2f} |", flush=True)
		finally:
			host.close()
			subprocess.run([options.pmix4j, "stop", "--pid", pid], check=False)


if __name__ == "__main__":
	main()
