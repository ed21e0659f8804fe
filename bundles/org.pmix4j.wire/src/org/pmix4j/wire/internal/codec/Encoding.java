// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import org.jspecify.annotations.Nullable;

/**
 * The form in which values are packed for and by one peer. Settled by the handshake.
 *
 * @param dialect   encoding of the peer's release
 * @param described whether each pack is preceded by its data type, as in debug builds ("fully described buffers")
 * @param since7    whether the peer's release is 7.0 or later, which differs in two details from earlier ones of its dialect: hwloc's
 *                  support flags do not follow a topology description, and an array without a type is its type alone, without a size
 */
public record Encoding(Dialect dialect, boolean described, boolean since7) {
	/**
	 * Creates the encoding of a release before 7.0.
	 *
	 * @param dialect   encoding of the peer's release
	 * @param described whether each pack is preceded by its data type
	 */
	public Encoding(Dialect dialect, boolean described) {
		this(dialect, described, false);
	}

	/**
	 * @param described whether each pack is preceded by its data type
	 * @return this encoding with the given value of {@code described}
	 */
	public Encoding described(boolean described) {
		return new Encoding(dialect, described, since7);
	}

	/** Written out: the implementation of a record is linked at run time, which costs a launcher milliseconds. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Encoding same && same.dialect == dialect && same.described == described
				&& same.since7 == since7;
	}

	@Override
	public int hashCode() {
		return 31 * dialect.hashCode() + (described ? 1 : 0) + (since7 ? 2 : 0);
	}
}
