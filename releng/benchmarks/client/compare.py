# SPDX-License-Identifier: EPL-2.0
"""Does the measuring for client.sh: runs jobs of two ranks of each client in turn on one server, and prints the medians as a table."""

import argparse
import os
import statistics
import subprocess

LIMIT_SECONDS = 300


def measure(submit, program):
	"""Returns the microseconds of each measure of one job."""
	output = subprocess.run(submit + program, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True,
			timeout=LIMIT_SECONDS).stdout
	return {name: float(number) for name, number in (line.split() for line in output.splitlines() if line)}


def main():
	parser = argparse.ArgumentParser(prog="client.sh", description="Compares the calls of clients in Java and C on the same server. Each job "
			"repeats all calls in rounds; the first half of them is a warm-up. Prints microseconds: medians of the last half, and of the jobs.")
	parser.add_argument("--jobs", type=int, default=3, help="jobs of each client (default 3)")
	parser.add_argument("--rounds", type=int, default=400,
			help="rounds of each job (default 400; with fewer, the JVM still compiles the client while it is measured)")
	parser.add_argument("--keys", type=int, default=4000, help="keys of each commit (default 4000)")
	parser.add_argument("--trixie", help=argparse.SUPPRESS)
	for hidden in ("--work", "--pmix4j", "--java", "--classes"):
		parser.add_argument(hidden, required=True, help=argparse.SUPPRESS)
	options = parser.parse_args()
	numbers = [str(options.rounds), str(options.keys)]
	programs = {"libpmix here": [os.path.join(options.work, "calls")]}
	if options.trixie:
		programs["libpmix of Debian 13"] = [options.trixie, "run", os.path.join(options.work, "calls-trixie")]
	programs["Java"] = [options.java, "-XX:+UseSerialGC", "-cp", options.classes, "Calls"]
	results = {name: [] for name in programs}
	with subprocess.Popen([options.pmix4j, "server"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as server:
		server.stdout.readline() # it is ready
		pid = str(server.pid)
		try:
			submit = [options.pmix4j, "submit", "--pid", pid, "-n", "2"]
			for _ in range(options.jobs):
				for name, program in programs.items():
					results[name].append(measure(submit, program + numbers))
		finally:
			subprocess.run([options.pmix4j, "stop", "--pid", pid], check=False)
	library = [name for name in programs if name != "Java"]
	print("| call | " + " | ".join(f"{name}, us" for name in programs) + " | " + " | ".join(f"Java / {name}" for name in library) + " |")
	print("|---" * (1 + len(programs) + len(library)) + "|")
	for call in results["Java"][0]:
		medians = {name: statistics.median(job[call] for job in jobs) for name, jobs in results.items()}
		print(f"| {call} | " + " | ".join(f"{medians[name]:.3g}" for name in programs) + " | "
				+ " | ".join(f"{medians['Java'] / medians[name]:.2f}" for name in library) + " |")


if __name__ == "__main__":
	main()
