# SPDX-License-Identifier: EPL-2.0
"""Does the measuring for warm.sh: launches the same job in four ways in turn, and prints the medians of the wall times as a table."""

import argparse
import os
import re
import select
import signal
import statistics
import subprocess
import sys
import time

LIMIT_SECONDS = 60
# how long a process may take to end after a signal
GRACE_SECONDS = 3
# Open MPI 4.1.4 hangs now and then; when it does so this many times in succession, something else is wrong
MOST_HANGS = 5
# jobs of each measured size in the host that are not measured, while its code is compiled
FIRST_JOBS = 20


class WarmHost:
	"""The Java program with a host in which jobs are launched one after the other."""

	def __init__(self, options):
		self.process = subprocess.Popen([options.java] + server_options(options.arguments) + ["-cp", options.classes, "Warm"],
				stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

	def launch(self, command):
		self.process.stdin.write(" ".join(command) + "\n")
		self.process.stdin.flush()
		return float(self.process.stdout.readline())

	def close(self):
		self.process.stdin.close()
		self.process.wait(LIMIT_SECONDS)


def server_options(path):
	"""Returns the options of the JVM of "pmix4j server" from its file of arguments, without the class path."""
	with open(path, encoding="utf-8") as lines:
		words = [re.sub(r"\\(.)", r"\1", line.strip()[1:-1]) for line in lines]
	at = words.index("-cp")
	return words[:at] + words[at + 2:]


class Hung(Exception):
	"""A launcher has not ended within the limit; it and its ranks are killed."""


def wall(command):
	"""Returns the milliseconds from the start of a launcher to its end."""
	begin = time.perf_counter()
	process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
	if not ended(process, LIMIT_SECONDS):
		stop(process)
		raise Hung(f"{command[0]} has not ended within {LIMIT_SECONDS} s")
	millis = 1000 * (time.perf_counter() - begin)
	code = process.wait()
	if code != 0:
		raise subprocess.CalledProcessError(code, command)
	return millis


def ended(process, seconds):
	"""Waits until a process ends, at most some seconds; Popen.wait with a limit would notice the end up to 50 ms late, as it polls."""
	descriptor = os.pidfd_open(process.pid)
	try:
		return bool(select.select([descriptor], [], [], seconds)[0])
	finally:
		os.close(descriptor)


def stop(process):
	"""Ends a launcher with its process group and those of its ranks; first by SIGTERM, so that it can end its ranks if it still works."""
	groups = {process.pid}.union(descendants(process.pid))
	for number in (signal.SIGTERM, signal.SIGKILL):
		for group in groups:
			try:
				os.killpg(group, number)
			except ProcessLookupError:
				pass # it leads no group, or has ended
		try:
			process.wait(GRACE_SECONDS)
		except subprocess.TimeoutExpired:
			pass


def descendants(pid):
	"""Returns the ids of the processes that a process has started, directly or not."""
	found = []
	try:
		for thread in os.listdir(f"/proc/{pid}/task"):
			with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as children:
				found += map(int, children.read().split())
	except OSError:
		pass # it has ended
	return found + [other for child in found for other in descendants(child)]


class Mpirun:
	"""Open MPI's launcher, whose runs are repeated when they hang."""

	def __init__(self):
		self.hangs = 0

	def launch(self, job):
		for _ in range(MOST_HANGS):
			try:
				return wall(["mpirun", "--oversubscribe", "-n"] + job)
			except Hung:
				self.hangs += 1
		sys.exit(f"warm.sh: mpirun hung {MOST_HANGS} times in succession")


def compare(ways, ranks, program, runs):
	"""Returns the median of each way; each round begins with another one."""
	times = [[] for _ in ways]
	for number in range(runs):
		for turn in range(len(ways)):
			index = (number + turn) % len(ways)
			times[index].append(ways[index]([str(ranks)] + program))
	return [statistics.median(each) for each in times]


def main():
	parser = argparse.ArgumentParser(prog="warm.sh", description="Compares warm launches with cold ones and prints a table. "
			f"The warm host has the JVM options of pmix4j server, and has run {FIRST_JOBS} jobs of each size before.")
	parser.add_argument("--runs", type=int, default=11, help="runs of each job in each way (default 11)")
	parser.add_argument("--ranks", default="1,4,16,64", help="ranks of each job (default 1,4,16,64)")
	for hidden in ("--work", "--pmix4j", "--java", "--arguments", "--classes"):
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
			mpirun = Mpirun()
			ways = [mpirun.launch, lambda job: wall([options.pmix4j, "run", "-n"] + job),
					lambda job: wall([options.pmix4j, "submit", "--pid", pid, "-n"] + job), host.launch]
			sizes = options.ranks.split(",")
			for size in sizes:
				for _ in range(FIRST_JOBS):
					host.launch([size] + program)
			print("| ranks | mpirun, ms | run, ms | submit, ms | warm host, ms | submit / run | warm host / mpirun |")
			print("|---|---|---|---|---|---|---|", flush=True)
			for ranks in sizes:
				cold, run, submit, warm = compare(ways, ranks, program, options.runs)
				print(f"| {ranks} | {cold:.0f} | {run:.0f} | {submit:.0f} | {warm:.0f} | {submit / run:.2f} | {warm / cold:.2f} |", flush=True)
			if mpirun.hangs:
				print(f"\n{mpirun.hangs} runs of mpirun did not end within {LIMIT_SECONDS} s; they were killed and repeated.")
		finally:
			host.close()
			subprocess.run([options.pmix4j, "stop", "--pid", pid], check=False)


if __name__ == "__main__":
	main()
