// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.pmix4j.job.Node;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.Proc;
import org.pmix4j.placement.internal.allocation.PoolNode;

/**
 * The settings that a spawned job starts from, before its request changes them. Immutable.
 *
 * @param directory   where relative paths start
 * @param inherited   the options that it takes over from the requester's job
 * @param placement   the options of the requester's program, whose placement policies it may take over
 * @param sink        takes its output
 * @param environment of the requester, without what made it a rank
 * @param room        where it is to run
 * @param running     returns the node of each rank that a process, which may be a wildcard, stands for; none if it does not run
 */
public record SpawnBase(Path directory, OptionValues inherited, OptionValues placement, OutputSink sink,
		Map<String, String> environment, Room room,
		Function<Proc, List<Node>> running) {
	/** Copies the map. */
	public SpawnBase {
		environment = Map.copyOf(environment);
	}

	/**
	 * The session that a job is spawned in.
	 *
	 * @param pool      its nodes
	 * @param home      the node of the server
	 * @param busy      the number of ranks on each of them; none if absent
	 * @param directory the top of its directories on the server's node
	 * @param slots     the number of ranks that fit without oversubscription
	 * @param free      the number of ranks that fit beside those that run; may be negative
	 */
	public record Room(List<PoolNode> pool, Node home, Map<Node, Integer> busy, Path directory, int slots, int free) {
	}
}
