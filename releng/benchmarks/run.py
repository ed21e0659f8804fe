# SPDX-License-Identifier: EPL-2.0
"""Does the measuring for run.sh: runs client and output under two launchers in turn, and prints medians and ratios.

Every launch has a time limit; a launcher that exceeds it is killed and counted as hung. Each number is the median of the runs
that ended. A measure that several ranks report counts once per run, as the median or the slowest of the ranks.
"""

import argparse
import os
import pathlib
import platform
import shlex
import signal
import statistics
import subprocess
import sys
import threading
import time

import plot
from measures import LIMIT_SECONDS, measures

# for the first run, which may have to build the launcher
BUILD_LIMIT_SECONDS = 600
# for a server that stays, to start and to stop
SERVER_LIMIT_SECONDS = 20
# hanging first runs after which a launcher counts as broken
MOST_HANGS = 3


class Launcher:
	"""One side: its command and the option that makes it tag output."""

	def __init__(self, name, command, tag):
		self.name = name
		self.command = shlex.split(command)
		self.tag = shlex.split(tag)


class Outcome:
	"""Result of one launch: exit code (None if it hung), time, processor time of the launcher and its ranks, output, peak memory of the
	largest process."""

	def __init__(self, code, seconds, cpu, text, count, drain_seconds, megabytes):
		self.cpu = cpu
		self.code = code
		self.seconds = seconds
		self.text = text
		self.count = count
		self.drain_seconds = drain_seconds
		self.megabytes = megabytes


def launch(launcher, ranks, program, tagged, keep, limit):
	"""Runs the program and reads its output to the end. With keep=False the output is only counted and timed."""
	command = launcher.command + (launcher.tag if tagged else []) + ["-n", str(ranks)] + program
	start = time.perf_counter()
	process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
			start_new_session=True)
	hung = threading.Event()
	ended = threading.Event()
	timer = threading.Timer(limit, stop, (process.pid, hung, ended))
	timer.start()
	chunks = []
	count = 0
	first = last = time.perf_counter()
	while True:
		chunk = os.read(process.stdout.fileno(), 1 << 20)
		last = time.perf_counter()
		if not chunk:
			break
		if count == 0:
			first = last
		count += len(chunk)
		if keep:
			chunks.append(chunk)
	_, status, usage = os.wait4(process.pid, 0)
	seconds = time.perf_counter() - start
	ended.set()
	timer.cancel()
	process.returncode = os.waitstatus_to_exitcode(status)
	process.stdout.close()
	code = None if hung.is_set() else process.returncode
	return Outcome(code, seconds, usage.ru_utime + usage.ru_stime, b"".join(chunks).decode(errors="replace"), count, last - first, usage.ru_maxrss / 1024)


def stop(group, hung, ended):
	"""Ends a launcher that exceeded its time limit; first by SIGTERM, so that it can end its ranks if it still works."""
	hung.set()
	for number in (signal.SIGTERM, signal.SIGKILL):
		if not ended.is_set():
			os.killpg(group, number)
			ended.wait(3)


class Results:
	"""Results of one measure under one launcher."""

	def __init__(self):
		self.numbers = []
		self.words = []
		self.hung = 0
		self.failed = 0

	def add(self, outcome, value):
		if isinstance(value, float):
			self.numbers.append(value)
		elif value is not None:
			self.words.append(value)
		elif outcome.code is None:
			self.hung += 1
		else:
			self.failed += 1

	def hopeless(self):
		"""Returns whether another run would most likely only use up its time limit."""
		return not self.numbers and (self.words or self.hung >= 2)

	def cell(self, digits):
		text = f"{statistics.median(self.numbers):.{digits}f}" if self.numbers else self.words[0] if self.words else "-"
		total = len(self.numbers) + len(self.words) + self.hung + self.failed
		for count, what in ((self.hung, "hung"), (self.failed, "failed"), (len(self.words) if self.numbers else 0, "wrong")):
			if count:
				text += f" ({count} of {total} {what})"
		return text


def progress(text):
	if sys.stderr.isatty():
		print(f"\r{text:70}\r", end="", file=sys.stderr, flush=True)


def run_all(chosen, launchers, runs):
	"""Runs the launchers in turn: run 1 of A, run 1 of B, run 2 of A, ... Measures with the same command share a launch."""
	batches = {}
	for measure in chosen:
		batches.setdefault((measure.ranks, tuple(measure.program), measure.tagged), []).append(measure)
	results = {(measure, launcher): Results() for measure in chosen for launcher in launchers}
	for (ranks, program, tagged), batch in batches.items():
		progress(batch[0].title)
		for _ in range(runs):
			for launcher in launchers:
				if all(results[measure, launcher].hopeless() for measure in batch):
					continue
				outcome = launch(launcher, ranks, list(program), tagged, batch[0].keep, batch[0].limit)
				for measure in batch:
					results[measure, launcher].add(outcome, measure.read(outcome))
	progress("")
	return results


def ratio(measure, ours, theirs):
	"""Returns how many times better our result is, whether more or less is better."""
	if not ours.numbers or not theirs.numbers:
		return "-"
	a = statistics.median(ours.numbers)
	b = statistics.median(theirs.numbers)
	return f"{(a / b if measure.up else b / a):.2f}"


def first_run(launcher, limit):
	"""Runs a program once; again if the launcher hangs, as Open MPI 4.1.4 does now and then."""
	hung = None
	for _ in range(MOST_HANGS):
		try:
			subprocess.run(launcher.command + ["-n", "1", "/bin/true"], stdout=subprocess.DEVNULL, check=True, timeout=limit)
			return
		except subprocess.TimeoutExpired as error:
			hung = error
		except (OSError, subprocess.SubprocessError) as error:
			sys.exit(f"run.sh: {launcher.name} does not work: {error}")
	sys.exit(f"run.sh: {launcher.name} does not work: {hung}")


def print_table(chosen, results, ours, others, runs):
	print(f"{os.cpu_count()} cores, {platform.system()} {platform.release()}, load before {LOAD:.2f}, median of {runs} runs in turn.")
	for side in others + [ours]:
		print(f"{side.name} is `{shlex.join(side.command)}`.")
	theirs = others[0]
	print(f"A ratio above 1 says how many times better {ours.name} is than {theirs.name}.\n")
	names = " | ".join(side.name for side in others + [ours])
	print(f"| measure | unit | {names} | ratio |\n|---|---|{'---|' * (len(others) + 1)}---|")
	for measure in chosen:
		cells = " | ".join(results[measure, side].cell(measure.digits) for side in others + [ours])
		print(f"| {measure.title} | {measure.unit} | {cells} | {ratio(measure, results[measure, ours], results[measure, theirs])} |")


def write_files(folder, chosen, results, ours, others):
	"""Writes all medians as a table (TSV), and how many times better we are than the first of the others as a picture (SVG)."""
	folder.mkdir(parents=True, exist_ok=True)
	sides = others + [ours]
	lines = ["\t".join(["measure", "unit"] + [f"{side.name} {what}" for side in sides for what in ("median", "runs", "hung", "failed")])]
	for measure in chosen:
		cells = [measure.title, measure.unit]
		for side in sides:
			result = results[measure, side]
			median = f"{statistics.median(result.numbers):.3f}" if result.numbers else ""
			cells += [median, str(len(result.numbers)), str(result.hung), str(result.failed + len(result.words))]
		lines.append("\t".join(cells))
	(folder / "run.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
	ratios = [(measure.title, ratio(measure, results[measure, ours], results[measure, others[0]])) for measure in chosen]
	known = [(title, float(text)) for title, text in ratios if text != "-" and float(text) > 0]
	(folder / "run.svg").write_text(plot.bars(f"How many times better {ours.name} is than {others[0].name}", known), encoding="utf-8")


class StandingServer:
	"""A server that stays: a DVM of PRRTE, or pmix4j server."""

	def __init__(self, name, command, uri):
		self.name = name
		self.uri = uri
		self.process = subprocess.Popen(command + ["--report-uri", uri], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
				stderr=subprocess.DEVNULL, start_new_session=True)
		end = time.monotonic() + SERVER_LIMIT_SECONDS
		while not (os.path.exists(uri) and os.path.getsize(uri)) and time.monotonic() < end and self.process.poll() is None:
			time.sleep(0.1)

	def add_launcher(self, others, name, command, tag):
		"""Adds the launcher that submits jobs to the server, if this has started."""
		if self.process.poll() is None and os.path.exists(self.uri):
			others.append(Launcher(name, shlex.join(command + ["--dvm-uri", f"file:{self.uri}"]), tag))
		else:
			print(f"run.sh: {self.name} does not start, so {name} is left out", file=sys.stderr)

	def stop(self):
		if self.process.poll() is None:
			os.killpg(self.process.pid, signal.SIGTERM)
		try:
			self.process.wait(SERVER_LIMIT_SECONDS)
		except subprocess.TimeoutExpired:
			os.killpg(self.process.pid, signal.SIGKILL)
			self.process.wait()


def newer_peers(root):
	"""Returns the command that runs programs in the tree of newer peers; empty if there is no such tree."""
	script = os.path.join(os.path.abspath(root), "releng", "peers", "trixie.sh")
	there = subprocess.run([script, "path"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
	return [script, "run"] if there else []


def prepare_environment(work):
	"""Lets mpirun run as root and without a network, and keeps the files of all runs in the work folder."""
	temporary = os.path.join(work, "tmp")
	os.makedirs(temporary, exist_ok=True)
	os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_btl_tcp_if_include="lo", TMPDIR=temporary)


def main():
	parser = argparse.ArgumentParser(prog="run.sh", description="Compares pmix4j run, and pmix4j submit with a running server, with mpirun and, where installed, prterun and prun on this machine, and prints a table.")
	parser.add_argument("--quick", action="store_true", help="fewer ranks, shorter measures, 3 runs: about a minute")
	parser.add_argument("--runs", type=int, help="runs of each measure under each launcher (default 7, quick 3)")
	parser.add_argument("--only", default="",
			help="comma-separated list of launch, true, fence, exchange, modex, get, event, names, connect, group, query, spawn, output")
	parser.add_argument("--ours", help="our launcher (default: ./pmix4j run of this checkout)")
	parser.add_argument("--ours-tag", default="--tag-output", help="its option for tagged output (default --tag-output)")
	parser.add_argument("--theirs", default="mpirun --oversubscribe", help="the other launcher (default mpirun --oversubscribe)")
	parser.add_argument("--theirs-tag", default="--tag-output", help="its option for tagged output (default --tag-output)")
	parser.add_argument("--theirs-name", default="mpirun", help="its name in the table")
	parser.add_argument("--mpirun-only", action="store_true", help="leave out prterun, and prun with a running DVM, where they are installed")
	parser.add_argument("--out", type=pathlib.Path, help="folder for run.tsv and run.svg (default: none are written)")
	parser.add_argument("--work", required=True, help=argparse.SUPPRESS)
	parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
	options = parser.parse_args()
	runs = options.runs or (3 if options.quick else 7)
	ours = Launcher("pmix4j", options.ours or shlex.join([os.path.join(os.path.abspath(options.root), "pmix4j"), "run"]), options.ours_tag)
	theirs = Launcher(options.theirs_name, options.theirs, options.theirs_tag)
	groups = [group for group in options.only.split(",") if group]
	chosen = [measure for measure in measures(options.work, options.quick) if not groups or measure.group in groups]
	if not chosen:
		parser.error(f"--only {options.only}: no such measure")
	prepare_environment(options.work)
	tree = [] if options.mpirun_only else newer_peers(options.root)
	others = [theirs]
	servers = []
	try:
		# it is not measured: pmix4j may have to build itself
		first_run(ours, BUILD_LIMIT_SECONDS)
		if tree:
			others.append(Launcher("prterun", shlex.join(tree + ["prterun", "--allow-run-as-root", "--map-by", ":oversubscribe"]),
					"--output tag"))
			dvm = StandingServer("prte", tree + ["prte", "--allow-run-as-root"], os.path.join(options.work, "dvm.uri"))
			servers.append(dvm)
			dvm.add_launcher(others, "prun", tree + ["prun", "--allow-run-as-root", "--map-by", ":oversubscribe"], "--output tag")
		if not options.ours:
			pmix4j = os.path.join(os.path.abspath(options.root), "pmix4j")
			server = StandingServer("pmix4j server", [pmix4j, "server"], os.path.join(options.work, "server.uri"))
			servers.append(server)
			server.add_launcher(others, "pmix4j submit", [pmix4j, "submit"], options.ours_tag)
		# nor are these: files enter the cache
		for side in others:
			first_run(side, LIMIT_SECONDS)
		results = run_all(chosen, others + [ours], runs)
	finally:
		for server in servers:
			server.stop()
	print_table(chosen, results, ours, others, runs)
	if options.out:
		write_files(options.out, chosen, results, ours, others)


LOAD = os.getloadavg()[0]
if __name__ == "__main__":
	main()
