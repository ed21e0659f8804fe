// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * An operation in which processes wait for other processes. Immutable.
 *
 * @param what    for users: {@code fence of job@1 waits for ranks 3, 7 of job@1}
 * @param procs   the processes that take part, as they were named; empty if they are not known
 * @param awaited the processes that the others wait for; empty if they wait for something else
 * @param age     how long it has lasted
 */
public record Wait(String what, List<Proc> procs, List<Proc> awaited, Duration age) {
	private static final double MILLIS = 1000;

	/** Copies the lists. */
	public Wait {
		procs = List.copyOf(procs);
		awaited = List.copyOf(awaited);
	}

	/** {@return the waiting operation and its duration: {@code fence of job@1 waits for ranks 3, 7 of job@1 since 4.2 s}} */
	public String text() {
		return String.format(Locale.ROOT, "%s since %.1f s", what, age.toMillis() / MILLIS);
	}

	/**
	 * {@return whether processes of the job take part, or may do so}
	 *
	 * @param nspace of a job
	 */
	public boolean concerns(String nspace) {
		return procs.isEmpty() || procs.stream().anyMatch(proc -> proc.nspace().equals(nspace));
	}
}
