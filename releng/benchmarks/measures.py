# SPDX-License-Identifier: EPL-2.0
"""The measures of run.sh: what each launches, and how its number is read from the outcome."""

import os
import statistics

LIMIT_SECONDS = 30
# for measures that hang forever if at all, and otherwise take far less
SHORT_LIMIT_SECONDS = 12


class Measure:
	"""One line of the table: how to launch, what to read, how to print it."""

	def __init__(self, group, title, unit, ranks, program, read, tagged=False, keep=True, digits=1, up=False,
			limit=LIMIT_SECONDS):
		self.group = group
		self.title = title
		self.unit = unit
		self.ranks = ranks
		self.program = program
		self.read = read
		self.tagged = tagged
		self.keep = keep
		self.digits = digits
		self.up = up
		self.limit = limit


def launch_time(outcome):
	return outcome.seconds * 1000 if outcome.code == 0 else None


def cpu_time(outcome):
	"""Returns the processor time of the launcher and of all processes for which it has waited."""
	return outcome.cpu * 1000 if outcome.code == 0 else None


def peak_memory(outcome):
	"""Returns the peak of the launcher or a rank, whichever is larger: the kernel has one number for a process and its children."""
	return outcome.megabytes if outcome.code == 0 else None


def reported(name, choose):
	"""Returns a reader of the lines "<name> <number>" of all ranks. "never" is a valid result."""

	def read(outcome):
		words = [line.split()[1] for line in outcome.text.splitlines() if line.startswith(name + " ")]
		if "never" in words:
			return "never"
		return choose([float(word) for word in words]) if words and outcome.code == 0 else None

	return read


def throughput(wanted):
	"""Returns a reader of the MB/s from first byte to end of output. Missing bytes are a failure; tags may add bytes."""

	def read(outcome):
		if outcome.code != 0:
			return None
		if outcome.count < wanted:
			return "lost %d bytes" % (wanted - outcome.count)
		return wanted / 1e6 / outcome.drain_seconds if outcome.drain_seconds > 0 else None

	return read


def count_of(ranks):
	return "1 rank" if ranks == 1 else f"{ranks} ranks"


def measures(work, quick):
	client = os.path.join(work, "client")
	output = os.path.join(work, "output")
	few = [1, 4, 16] if quick else [1, 2, 4, 8, 16, 32, 64]
	groups = [2, 4] if quick else [2, 4, 8, 16]
	most = 16 if quick else 64
	scale = 4 if quick else 1
	result = []
	for n in few:
		result.append(Measure("launch", f"launch to exit, init and finalize, {count_of(n)}", "ms", n, [client, "launch"], launch_time))
		result.append(Measure("launch", f"CPU time of the same, {count_of(n)}", "ms", n, [client, "launch"], cpu_time))
	result.append(Measure("launch", f"peak memory of the launcher, {count_of(most)}", "MB", most, [client, "launch"], peak_memory))
	for n in [1, 4, 16] if quick else [1, 4, 16, 64]:
		result.append(Measure("true", f"launch to exit, /bin/true, {count_of(n)}", "ms", n, ["/bin/true"], launch_time,
				limit=SHORT_LIMIT_SECONDS))
		result.append(Measure("true", f"CPU time of the same, {count_of(n)}", "ms", n, ["/bin/true"], cpu_time, limit=SHORT_LIMIT_SECONDS))
	for n in groups:
		count = 8000 // n // scale
		result.append(Measure("fence", f"fence without data, {count_of(n)}", "us", n, [client, "fence", str(count)],
				reported("fence_us", max)))
	for n in [2, 4]:
		count = 20000 // scale
		result.append(Measure("fence", f"fence without data, {count:,} times, {count_of(n)}", "us", n, [client, "fence", str(count)],
				reported("fence_us", max)))
	for n in groups:
		count = 4000 // n // scale
		result.append(Measure("exchange", f"put + commit + fence(collect), 1 KB a rank, {count_of(n)}", "us", n,
				[client, "exchange", str(count), "1024"], reported("exchange_us", max)))
	for n in [4, 16] if quick else [4, 16, 64]:
		for name, what, choose in (("put_fence_ms", "put + fence", max), ("get_all_ms", "get all, median rank", statistics.median),
				("get_all_ms", "get all, slowest rank", max), ("modex_ms", "put + fence + get all, slowest rank", max)):
			result.append(Measure("modex", f"first modex of 1 KB, {count_of(n)}: {what}", "ms", n, [client, "modex", "1024"],
					reported(name, choose), digits=2))
	for name, what in (("first_get_us", "first get of a peer"), ("cached_get_us", "cached get"), ("job_get_us", "job-level get"),
			("missing_get_us", "get of a missing key, immediate")):
		result.append(Measure("get", f"{what}, 4 ranks", "us", 4, [client, "get", "100"], reported(name, statistics.median)))
	for name, what, unit in (("commit_ms", "commit of 4,000 keys", "ms"), ("first_of_many_us", "first get of one of 4,000 keys", "us")):
		result.append(Measure("get", f"{what}, 2 ranks", unit, 2, [client, "keys", "4000"], reported(name, statistics.median), digits=2))
	result.append(Measure("event", "event round trip, 2 ranks", "us", 2, [client, "event", str(400 // scale)],
			reported("event_us", max), limit=SHORT_LIMIT_SECONDS))
	for name, what in (("publish_us", "publish"), ("lookup_us", "lookup"), ("unpublish_us", "unpublish")):
		result.append(Measure("names", what, "us", 1, [client, "names", str(4000 // scale)], reported(name, max)))
	for n in [2, 8]:
		result.append(Measure("connect", f"connect + disconnect, {count_of(n)}", "us", n, [client, "connect", str(4000 // n // scale)],
				reported("connect_us", max)))
		result.append(Measure("group", f"group construct with number + destruct, {count_of(n)}", "us", n,
				[client, "group", str(4000 // n // scale)], reported("group_us", max)))
	result.append(Measure("query", "query of the process table, 1 rank", "us", 1, [client, "query", str(4000 // scale)],
			reported("query_us", max)))
	result.append(Measure("spawn", "spawn of one child, /bin/true", "ms", 1, [client, "spawn", str(60 // scale)], reported("spawn_ms", max),
			digits=2))
	for n, tagged in ((1, False), (4, False), (4, True)):
		megabytes = (40 if quick else 120) // n
		result.append(Measure("output", f"output, {count_of(n)}{', tagged' if tagged else ''}", "MB/s", n, [output, str(megabytes)],
				throughput(megabytes * 1000000 * n), tagged=tagged, keep=False, up=True))
	return result
