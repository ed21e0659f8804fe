// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.io.InputStream;
import java.nio.channels.Channels;

import org.pmix4j.model.Rank;

/**
 * The standard input of a job. Ranks that are not targets read from /dev/null; targets also read the input that processes push.
 * Immutable.
 *
 * @param target one rank, {@link Rank#WILDCARD} for all, {@link Rank#INVALID} for none
 * @param source read by a thread of the job, a little ahead of the ranks; closed when the job ends, if it was read; not read if there
 *               is not a target
 * @see "PMIx Standard, PMIX_STDIN_TGT"
 */
public record StdinSpec(Rank target, InputSource source) {
	/** No rank reads anything. */
	public static final StdinSpec NONE = new StdinSpec(Rank.INVALID, InputSource.of(Channels.newChannel(InputStream.nullInputStream())));

	private static final InputSource PUSHED = InputSource.of(Channels.newChannel(InputStream.nullInputStream()));

	/**
	 * Accepts one rank, all ranks or no rank as the target.
	 *
	 * @throws IllegalArgumentException if the target is another special rank
	 */
	public StdinSpec {
		if (!target.isProcess() && !target.equals(Rank.WILDCARD) && !target.equals(Rank.INVALID)) {
			throw new IllegalArgumentException("standard input cannot go to rank " + target);
		}
	}

	/**
	 * Makes input that only processes push, until one of them ends it.
	 *
	 * @param target the ranks that read it
	 * @return the input
	 */
	public static StdinSpec pushed(Rank target) {
		return new StdinSpec(target, PUSHED);
	}

	/** {@return whether processes that push are the only source} */
	public boolean isPushed() {
		return source == PUSHED;
	}

	/**
	 * {@return the input}
	 *
	 * @param source what rank 0 reads
	 */
	public static StdinSpec toRankZero(InputSource source) {
		return new StdinSpec(Rank.of(0), source);
	}
}
