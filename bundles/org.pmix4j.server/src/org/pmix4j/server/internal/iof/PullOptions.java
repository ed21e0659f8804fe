// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.server.internal.peer.OutputReader;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * How somebody wants output. Immutable.
 *
 * @param format     marks of lines that this side makes
 * @param merge      whether standard error comes as standard output
 * @param cacheSize  how many bytes may wait while he does not read; more is lost. Without it the writers wait for him
 * @param dropOldest what is lost: the oldest, else the newest
 * @param batches    how much of a stream is collected before it is sent; without it all is sent at once
 * @see "PMIx Standard, PMIx_IOF_pull and its attributes"
 */
record PullOptions(OutputFormat format, boolean merge, Optional<Integer> cacheSize, boolean dropOldest,
		Optional<Batches.Limits> batches) {
	private static final PullOptions NONE = new PullOptions(OutputFormat.PLAIN, false, Optional.empty(), false,
			Optional.empty());

	/**
	 * For a request of a process. Which side marks lines differs from release to release: the server for 5.0.4 to 5.0.10 and 6.0, for
	 * all others nobody but the one who prints.
	 */
	static PullOptions of(Infos directives, PeerVersion version) throws PmixException {
		Optional<Integer> size = directives.get(IofAttributes.IOF_CACHE_SIZE)
				.map(bytes -> (int) Math.min(Integer.toUnsignedLong(bytes), Integer.MAX_VALUE));
		boolean oldest = directives.isTrue(IofAttributes.IOF_DROP_OLDEST);
		Optional<Batches.Limits> batches = Batches.Limits.of(directives);
		if (!serverMarks(version)) {
			return new PullOptions(OutputFormat.PLAIN, false, size, oldest, batches);
		}
		boolean merge = directives.isTrue(IofAttributes.IOF_MERGE_STDERR_STDOUT) || directives.isTrue(IofAttributes.MERGE_STDERR_STDOUT);
		return new PullOptions(FormatReader.read(directives), merge, size, oldest, batches);
	}

	/** For a job that the reader has spawned: a tool of any release marks the lines itself, from the directives that it gave. */
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
