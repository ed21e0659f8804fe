# SPDX-License-Identifier: EPL-2.0
"""Runs the scenarios of the chaos harness in turn, prints a table, and exits with 1 if anything was lost; see README.md."""

import argparse
import itertools
import os
import random
import signal
import subprocess
import sys
import time

import scenarios

HEAPS = [64, 128, 256, 512, None]
SHORTEST_SECONDS = 2
LONGEST_SECONDS = 10
OVERHEAD_SECONDS = 4
DEFAULT_LIMIT_MS = 5000
STRICT_LIMIT_MS = 100
COLUMNS = [("scenario", "name", "%s"), ("heap MB", "heap", "%d"), ("turns", "turns", "%d"), ("cycles", "cycles", "%d"),
		("median ms", "median", "%.1f"), ("max ms", "maximum", "%.1f"), ("lost bytes", "lost", "%d"), ("processes", "processes", "%d"),
		("files", "files", "%d"), ("live MB", "live", "%d"), ("peak MB", "memory", "%d"), ("descriptors", "descriptors", "%+d"),
		("end s", "reaction", "%.1f")]


class Setting:
	"""What all scenarios need: the launcher, the C program and the folder for temporary files."""

	def __init__(self, options):
		self.pmix4j = os.path.abspath(options.pmix4j)
		self.work = os.path.abspath(options.work)
		self.rank = os.path.join(self.work, "rank")
		self.limit_ms = options.strict_ms if options.strict_ms is not None else DEFAULT_LIMIT_MS


def parse():
	parser = argparse.ArgumentParser(prog="run.sh", description="Attacks running launchers and checks that nothing is lost or left.")
	parser.add_argument("--seconds", type=float, default=600, help="time for all scenarios together (default: 600)")
	parser.add_argument("--seed", type=int, default=None, help="seed of all random choices (default: a new one, which is printed)")
	parser.add_argument("--only", metavar="NAME", action="append", help="run only this scenario; may be repeated")
	parser.add_argument("--heap", type=int, help="maximum heap of the launcher in MB; 0 for the JVM's default (default: in turn)")
	parser.add_argument("--strict-ms", type=float, nargs="?", const=STRICT_LIMIT_MS, metavar="MS",
			help=f"fail if a good client takes longer ({STRICT_LIMIT_MS} without a number; default: {DEFAULT_LIMIT_MS}, for busy machines)")
	parser.add_argument("--list", action="store_true", help="list the scenarios")
	root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
	parser.add_argument("--pmix4j", default=os.path.join(root, "pmix4j"), help="launcher to attack (default: that of this checkout)")
	parser.add_argument("--work", default="", help=argparse.SUPPRESS)
	return parser.parse_args()


def cells(row):
	def cell(attribute, pattern):
		value = getattr(row, attribute)
		if attribute == "heap" and value is None:
			return "default"
		return "-" if value is None else pattern % value

	return [cell(attribute, pattern) for _, attribute, pattern in COLUMNS]


def print_table(rows):
	lines = [[title for title, _, _ in COLUMNS] + ["result"]]
	for row in rows:
		lines.append(cells(row) + ["FAILED" if row.problems else "skipped" if row.turns is None else "ok"])
	widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
	for line in lines:
		print("  ".join(text.ljust(width) if i == 0 else text.rjust(width) for i, (text, width) in enumerate(zip(line, widths))))


def replay(options, seed, name, heap, seconds):
	return f"run.sh --seed {seed} --only {name} --heap {heap or 0} --seconds {seconds:g}" + (
		f" --strict-ms {options.strict_ms:g}" if options.strict_ms is not None else "")


def duration(options, count):
	"""Returns the seconds of each attack: all fit into the time, unless that makes them too short."""
	shortest = options.seconds if options.only else SHORTEST_SECONDS
	longest = options.seconds if options.only else LONGEST_SECONDS
	return round(min(longest, max(shortest, options.seconds / count - OVERHEAD_SECONDS)), 1)


def in_turn(names, seed):
	"""Returns the names with their seeds, round after round: in random order, what is no attack and an attack in turn while there are both."""
	for turn in itertools.count(seed):
		order = random.Random(turn)
		others = [name for name in names if name in scenarios.NO_ATTACKS]
		attacks = [name for name in names if name not in scenarios.NO_ATTACKS]
		order.shuffle(others)
		order.shuffle(attacks)
		for pair in itertools.zip_longest(others, attacks):
			for name in pair:
				if name is not None:
					yield name, turn


def run_all(options, chosen, setting, seed):
	"""Runs the scenarios until the time is over. A scenario depends on its own seed only, so that it can be replayed alone."""
	end = time.monotonic() + options.seconds
	seconds = duration(options, len(chosen))
	rows = []
	for name, own_seed in in_turn(list(chosen), seed):
		if len(rows) >= len(chosen) if options.only else rows and time.monotonic() + seconds + OVERHEAD_SECONDS > end:
			return rows
		source = random.Random(f"{own_seed}/{name}")
		heap = source.choice(HEAPS) if options.heap is None else options.heap or None
		row = chosen[name](setting, seconds, str(source.getrandbits(48)), heap)
		rows.append(row)
		print(f"{'FAILED' if row.problems else 'ok':6} {replay(options, own_seed, name, row.heap, seconds)} {row.note}".rstrip(), flush=True)
		for problem in row.problems:
			print("       " + problem, flush=True)
	return rows


def main():
	# ends like any other error, so that no launcher is left; launchers must not inherit that a signal is ignored, as it is in background
	# commands of a shell and of nohup
	for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
		signal.signal(number, lambda received, where: sys.exit(128 + received))
	options = parse()
	available = scenarios.load()
	if options.list:
		print("\n".join(available))
		return 0
	unknown = set(options.only or []) - set(available)
	if unknown:
		print("run.sh: there is no scenario " + ", ".join(sorted(unknown)) + "; --list shows all", file=sys.stderr)
		return 2
	chosen = {name: function for name, function in available.items() if not options.only or name in options.only}
	seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 30)
	print(f"seed {seed}, at most {options.seconds:g} s, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}", flush=True)
	setting = Setting(options)
	# builds the launcher, so that no scenario's time includes the build
	if subprocess.run([setting.pmix4j, "--version"], check=False, stdout=subprocess.DEVNULL).returncode != 0:
		print(f"run.sh: {setting.pmix4j} does not work", file=sys.stderr)
		return 2
	if os.getuid() == 0:
		# attackers that run as another user read the address of the server from here
		os.chmod(setting.work, 0o711)
	rows = run_all(options, chosen, setting, seed)
	print_table(rows)
	failed = [row for row in rows if row.problems]
	print(f"{len(rows)} runs, {len(failed)} failed; seed {seed}")
	return 1 if failed else 0


sys.exit(main())
