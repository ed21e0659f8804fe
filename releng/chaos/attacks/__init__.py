# SPDX-License-Identifier: EPL-2.0
"""The attacks on a running server. An attack is a function that makes one turn; it is called again and again until its time is over."""

import collections
import importlib

Attack = collections.namedtuple("Attack", "name turn stranger")
ATTACKS = {}
MODULES = ["hellos", "floods", "work", "fuzz"]


def attack(name, stranger=False):
	"""Registers a function (door, random) under a name.

	With stranger=True it runs as another user as well, which needs root.
	"""

	def register(turn):
		ATTACKS[name] = Attack(name, turn, False)
		if stranger:
			ATTACKS["stranger-" + name] = Attack("stranger-" + name, turn, True)
		return turn

	return register


def load():
	"""Returns all attacks by name."""
	for module in MODULES:
		importlib.import_module("attacks." + module)
	return ATTACKS
