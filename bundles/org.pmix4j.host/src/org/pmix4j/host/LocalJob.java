// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.job.Job;
import org.pmix4j.job.Node;
import org.pmix4j.job.events.EngineEvent;

/** A job on this machine, with the data that only the local engine has. Owned by its {@link LocalHost}; as {@link Job} otherwise. */
public interface LocalJob extends Job {
	/** {@return how many of its ranks have got how far} */
	JobCounters counters();

	/** {@return the number of its rank 0 among all ranks of its session; empty before the ranks are placed} */
	OptionalInt globalOffset();

	/** {@return the node of its last rank, where the placement of jobs that it spawns goes on; empty before the ranks are placed} */
	Optional<Node> bookmark();

	/** {@return the number of slots on the nodes that it may use} */
	int slots();

	/** {@return its directory on the node of the server; it exists while the job runs} */
	Path directory();

	/**
	 * {@return the namespace of the tool that has spawned it, or the job from which it descends; empty if the owner of the engine launched it}
	 */
	Optional<String> launcher();

	/** {@return the stack traces of its ranks; empty unless its time was up and they were wanted} */
	List<EngineEvent.StackTraced> traces();
}
