// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.io.InputStream;
import java.nio.channels.Channels;

import org.pmix4j.model.Rank;

/**
 * Who reads what from standard input. All other ranks read from /dev/null. What processes push to a rank that reads comes besides.
 *
 * @param target one rank, {@link Rank#WILDCARD} for all, {@link Rank#INVALID} for none
 * @param source read by a thread of the job, a little ahead of the ranks; closed when the job ends, if it was read; not read if there
 *               is no target
 * @see "PMIx Standard, PMIX_STDIN_TGT"
 */
public record StdinSpec(Rank target, InputSource source) {
	/** No rank reads anything. */
	public static final StdinSpec NONE = new StdinSpec(Rank.INVALID, InputSource.of(Channels.newChannel(InputStream.nullInputStream())));

	private static final InputSource PUSHED = InputSource.of(Channels.newChannel(InputStream.nullInputStream()));

	/** @throws IllegalArgumentException if the target is another special rank */
	public StdinSpec {
		if (!target.isProcess() && !target.equals(Rank.WILDCARD) && !target.equals(Rank.INVALID)) {
			throw new IllegalArgumentException("standard input cannot go to rank " + target);
		}
	}

	/**
	 * Input that comes from nowhere but from processes that push it, until one of them ends it.
	 *
	 * @param target who reads it
	 * @return that
	 */
	public static StdinSpec pushed(Rank target) {
		return new StdinSpec(target, PUSHED);
	}

	/** @return whether there is no source but processes that push */
	public boolean isPushed() {
		return source == PUSHED;
	}

	/**
	 * @param source what rank 0 reads
	 * @return that
	 */
	public static StdinSpec toRankZero(InputSource source) {
		return new StdinSpec(Rank.of(0), source);
	}
}
