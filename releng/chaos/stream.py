# SPDX-License-Identifier: EPL-2.0
"""Checks the output of a launcher against the streams that its ranks print (rank.c), while it arrives."""

import os
import threading
import time

LETTERS = 64
ALPHABET = bytes(range(ord("a"), ord("z") + 1))
LETTER_CYCLE = ALPHABET * 4


def expected(rank, number):
	start = (rank * 5 + number * 7) % len(ALPHABET)
	return b"S %d %d %s" % (rank, number, LETTER_CYCLE[start:start + LETTERS])


class RankStream:
	"""What one rank has printed so far."""

	def __init__(self):
		self.lines = 0
		self.lost_bytes = 0
		self.announced = None


class Output:
	"""Reads the standard output of a launcher on a thread of its own, until its end."""

	def __init__(self, source):
		self.ranks = {}
		self.cycles = []
		self.failures = []
		self.ended = threading.Event()
		self.source = source
		self.last_cycle = time.monotonic()
		self.reads = threading.Event()
		self.reads.set()
		threading.Thread(target=self.read, name="output", daemon=True).start()

	def read(self):
		rest = b""
		while True:
			self.reads.wait()
			chunk = os.read(self.source.fileno(), 1 << 16)
			if not chunk:
				break
			lines = (rest + chunk).split(b"\n")
			rest = lines.pop()
			for line in lines:
				self.accept(line)
		self.ended.set()

	def accept(self, line):
		words = line.split(b" ")
		try:
			kind, stream = words[0], self.ranks.setdefault(int(words[1]), RankStream())
		except (IndexError, ValueError):
			self.failures.append("unexpected output: " + repr(line[:80]))
			return
		if kind == b"S":
			self.accept_line(int(words[1]), stream, line)
		elif kind == b"C":
			now = time.monotonic()
			self.cycles.append((now, int(words[3]) / 1000))
			self.last_cycle = now
		elif kind == b"E":
			stream.announced = int(words[2])
		else:
			self.failures.append("a good client failed: " + line.decode(errors="replace"))

	def accept_line(self, rank, stream, line):
		if line != expected(rank, stream.lines):
			words = line.split(b" ")
			number = int(words[2]) if len(words) == 4 and words[2].isdigit() else stream.lines
			missing = max(1, number - stream.lines)
			stream.lost_bytes += missing * (len(expected(rank, stream.lines)) + 1)
			stream.lines = max(stream.lines, number)
		stream.lines += 1

	def lost_bytes(self):
		"""Returns the bytes that are missing before the last line of each rank, or before the end that it has announced."""
		lost = 0
		for rank, stream in self.ranks.items():
			lost += stream.lost_bytes
			if stream.announced is not None:
				lost += sum(len(expected(rank, number)) + 1 for number in range(stream.lines, stream.announced))
		return lost

	def is_hanging(self, seconds):
		"""Returns whether no good client has completed a cycle for that long."""
		return time.monotonic() - self.last_cycle > seconds

	def finished(self):
		"""Returns how many ranks have announced the end of their stream."""
		return sum(stream.announced is not None for stream in self.ranks.values())

	def times_since(self, start):
		"""Returns the times of the cycles that have ended since then, in milliseconds."""
		return [milliseconds for when, milliseconds in self.cycles if when >= start]
