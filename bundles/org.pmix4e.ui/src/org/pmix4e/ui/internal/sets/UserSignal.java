// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

/** The signals that users send, with their numbers on Linux (signal(7)), which x86_64 and aarch64 share. */
enum UserSignal {
	USR1(10),
	USR2(12),
	HUP(1),
	INT(2),
	QUIT(3),
	ABRT(6),
	ALRM(14),
	TERM(15),
	KILL(9),
	STOP(19),
	CONT(18),
	URG(23),
	WINCH(28);

	private final int number;

	UserSignal(int number) {
		this.number = number;
	}

	int number() {
		return number;
	}

	/** @return {@code SIGUSR1 (10)} */
	@Override
	public String toString() {
		return "SIG" + name() + " (" + number + ")";
	}
}
