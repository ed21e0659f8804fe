// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.nio.file.Path;
import java.util.Map;

import org.pmix4j.host.ErrorPolicy;
import org.pmix4j.host.OutputSink;
import org.pmix4j.host.OutputSpec;

/**
 * What a spawned job begins with, before its request changes it. Immutable.
 *
 * @param directory   where relative paths start
 * @param output      how output looks
 * @param sink        where it goes
 * @param errorPolicy what the failure of one rank means
 * @param environment of the process that spawns it, without what made that process a rank
 * @param room        where it is to run
 */
public record SpawnBase(Path directory, OutputSpec output, OutputSink sink, ErrorPolicy errorPolicy, Map<String, String> environment,
		Room room) {
	/** Copies the map. */
	public SpawnBase {
		environment = Map.copyOf(environment);
	}

	/**
	 * The session that a job is spawned in.
	 *
	 * @param hosts     the names of its nodes
	 * @param directory the top of its directories on the server's node
	 * @param slots     the number of ranks that fit without oversubscription
	 * @param free      the number of ranks that fit beside those that run; may be negative
	 */
	public record Room(HostNames hosts, Path directory, int slots, int free) {
	}
}
