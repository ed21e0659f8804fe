# SPDX-License-Identifier: EPL-2.0
"""Several attacks at once, chosen by the seed."""

import os
import random

import attacks
from scenarios import attacked

ATTACKS = 4


def run(setting, seconds, seed, heap):
	possible = [attack for attack in attacks.load().values() if os.getuid() == 0 or not attack.stranger]
	chosen = random.Random(seed).sample(possible, ATTACKS)
	row = attacked.run(setting, seconds, seed, heap, "together", chosen)
	row.note = " + ".join(attack.name for attack in chosen)
	return row


SCENARIOS = {"together": run}
