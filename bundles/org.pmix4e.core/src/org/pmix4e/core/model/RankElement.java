// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** One rank of a job. */
public non-sealed interface RankElement extends JobElement, KeyValueSource {
	/** {@return its program} */
	AppElement app();

	/** {@return its job} */
	NamespaceElement namespace();

	/** @return an empty list */
	@Override
	List<JobElement> children();

	/** @return its rank as text */
	@Override
	String name();

	/** {@return its number in the job, from 0} */
	int rank();

	/** {@return its process id, once it was started} After its end, the operating system may give the id to another process. */
	OptionalInt pid();

	/** {@return the name of its node, once that is known} */
	Optional<String> node();

	/** {@return the kernel's numbers for the processors that it is bound to; none while that is unknown, and if it is not bound} */
	BitSet processors();

	/** {@return the exit code from 0 to 255, or 128 + n after signal n; empty until it has ended} */
	OptionalInt exitCode();

	/** {@return a phrase about its end: {@code died of SIGSEGV (core dumped)}; empty until then, and if its state says all} */
	Optional<String> reason();

	/** {@return the number of the signal that it died of; empty if it has not, as by default, or if that is not known} */
	default OptionalInt signal() {
		return OptionalInt.empty();
	}

	/** {@return whether the kernel dumped a core when a signal ended it; false, as by default, if that is not known} */
	default boolean coreDumped() {
		return false;
	}

	/** {@return a phrase that tells which signal has stopped it: {@code stopped by SIGSTOP}; empty if none has, or if that is not known} */
	Optional<String> stop();

	/**
	 * {@return a phrase that says by what and where its debugger has suspended it: {@code breakpoint in twice at a.c:13}; empty if none
	 * has, as by default}
	 */
	default Optional<String> debugStop() {
		return Optional.empty();
	}

	/** {@return what it waits for, or what others wait for that it lacks, for longer than a second; empty if that is not so or not known} */
	Optional<String> waiting();

	/** {@return whether {@link #terminate()} has an effect} */
	boolean canTerminate();

	/**
	 * Terminates this rank: first with SIGTERM, then, if it has not ended after the kill timeout of the job, with SIGKILL. The error
	 * policy of the job decides what happens to the other ranks. Does not wait.
	 */
	void terminate();
}
