# SPDX-License-Identifier: EPL-2.0
"""The attacks on a running server. An attack is a function that makes one turn; it is called again and again until its time is over."""

import collections
import importlib

Attack = collections.namedtuple("Attack", "name turn stranger put_bytes")
ATTACKS = {}
MODULES = ["hellos", "floods", "waiting", "work", "fuzz"]


def attack(name, stranger=False, put_bytes=0):
	"""Registers a function (door, random) under a name.

	With stranger=True it runs as another user as well, which needs root. The good clients put values of at least put_bytes.
	"""

	def register(turn):
		ATTACKS[name] = Attack(name, turn, False, put_bytes)
		if stranger:
			ATTACKS["stranger-" + name] = Attack("stranger-" + name, turn, True, put_bytes)
		return turn

	return register


def load():
	"""Returns all attacks by name, in the order of the modules."""
	for module in MODULES:
		importlib.import_module("attacks." + module)
	return ATTACKS
