# SPDX-License-Identifier: EPL-2.0
"""The result of one scenario: figures, and problems, of which one is a failure."""

from launcher import Remains

# what a scenario must be given for turns that take long or that other launchers of this user notice; a run beside other tests gives less
LONG_TURN_SECONDS = 5


class Row:
	"""One line of the table. Figures that a scenario does not measure stay None."""

	def __init__(self, name, heap):
		self.name = name
		self.heap = heap
		self.turns = self.cycles = self.median = self.maximum = None
		self.lost = self.processes = self.files = None
		self.live = self.memory = self.descriptors = self.reaction = None
		self.problems = []
		self.note = ""

	def add_lost(self, output):
		"""Adds what is missing in the output of a launcher, and what its ranks complain of."""
		lost = output.lost_bytes()
		self.lost = (self.lost or 0) + lost
		if lost:
			self.problems.append(f"{lost} bytes of output are lost")
		self.problems += output.failures[:5]

	def end(self, launcher):
		"""Presses Ctrl-C, and adds how a launcher ends, and what it leaves behind."""
		self.reaction = launcher.interrupt(self.problems)
		launcher.judge_errors(self.problems)
		self.add_remains(Remains(launcher, self.problems))

	def add_remains(self, remains):
		self.processes = (self.processes or 0) + len(remains.processes)
		self.files = (self.files or 0) + len(remains.files)
