// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.server.internal.peer.OutputReader;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * Options of a reader. Immutable.
 *
 * @param format     format of lines tagged by this side
 * @param merge      whether standard error is sent as standard output
 * @param cacheSize  bytes that may wait for the reader before output is dropped; if empty, writers wait for the reader
 * @param dropOldest whether the oldest output is dropped on overflow, otherwise the newest
 * @param batches    limits for collecting output; if empty, output is sent immediately
 * @see "PMIx Standard, PMIx_IOF_pull and its attributes"
 */
record PullOptions(OutputFormat format, boolean merge, Optional<Integer> cacheSize, boolean dropOldest,
		Optional<Batches.Limits> batches) {
	private static final PullOptions NONE = new PullOptions(OutputFormat.PLAIN, false, Optional.empty(), false,
			Optional.empty());

	/**
	 * Reads the options of a process's request. The side that tags lines depends on the release: the server for 5.0.4 to 5.0.10 and 6.0,
	 * for all others only the side that prints.
	 */
	static PullOptions of(Infos directives, PeerVersion version) throws PmixException {
		Optional<Integer> size = directives.get(IofAttributes.IOF_CACHE_SIZE)
				.map(bytes -> (int) Math.min(Integer.toUnsignedLong(bytes), Integer.MAX_VALUE));
		boolean oldest = directives.isTrue(IofAttributes.IOF_DROP_OLDEST);
		if (oldest && directives.isTrue(IofAttributes.IOF_DROP_NEWEST)) {
			throw new PmixException(Status.ERR_BAD_PARAM, "output: " + IofAttributes.IOF_DROP_OLDEST.name() + " and "
					+ IofAttributes.IOF_DROP_NEWEST.name() + " contradict each other; give one of them");
		}
		Optional<Batches.Limits> batches = Batches.Limits.of(directives);
		if (!serverMarks(version)) {
			return new PullOptions(OutputFormat.PLAIN, false, size, oldest, batches);
		}
		boolean merge = directives.isTrue(IofAttributes.IOF_MERGE_STDERR_STDOUT) || directives.isTrue(IofAttributes.MERGE_STDERR_STDOUT);
		return new PullOptions(FormatReader.read(directives), merge, size, oldest, batches);
	}

	/** Reads the options for a job spawned by the reader: a tool of any release tags the lines itself according to its directives. */
	static PullOptions ofSpawn(Infos directives, OutputReader reader) throws PmixException {
		return reader.isTool() ? NONE : of(directives, reader.version());
	}

	static PullOptions none() {
		return NONE;
	}

	private static boolean serverMarks(PeerVersion version) {
		return version.major() == 5 && version.isAtLeast(5, 0, 4) && !version.isAtLeast(5, 0, 11)
				|| version.major() == 6 && !version.isAtLeast(6, 1, 0);
	}
}
