// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.model.Proc;

/**
 * One process of a job. Owned by the host; all methods may be called from any thread and tell the state of that moment.
 */
public interface RankProcess {
	/** @return namespace and rank */
	Proc proc();

	/** @return which of the job's programs it runs, from 0 */
	int appNumber();

	/** @return the node it runs on */
	Node node();

	/** @return the operating system's process id, once it was started; that of another process, perhaps, after it has ended */
	OptionalInt pid();

	/** @return how far it has come */
	RankState state();

	/** @return how it ended, from the moment that the process is gone */
	Optional<Fate> fate();

	/**
	 * Sends a signal to the rank's process group; nothing happens if it does not run.
	 *
	 * @param signal 1 to 64
	 */
	void signal(int signal);

	/**
	 * Ends the process in order, as {@link Job#terminate()} ends a whole job: sends TERM, then CONT, and KILL after a quarter of a second.
	 * Returns at once; nothing happens if it does not run. The end counts as the rank's own, so the error policy of its job applies.
	 */
	void terminate();
}
