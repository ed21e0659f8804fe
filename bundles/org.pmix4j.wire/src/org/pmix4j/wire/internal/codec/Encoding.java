// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import org.jspecify.annotations.Nullable;

/**
 * How one peer packs values: settled by its hello, for both directions.
 *
 * @param dialect       its release's encoding
 * @param described     whether each pack is preceded by its data type, as builds for debugging do ("fully described buffers")
 * @param topologyFlags whether flags of hwloc follow the description of a topology; the only thing in which releases of one dialect
 *                      differ
 */
public record Encoding(Dialect dialect, boolean described, boolean topologyFlags) {
	/**
	 * The encoding of all releases before 7.0.
	 *
	 * @param dialect   its release's encoding
	 * @param described whether each pack is preceded by its data type
	 */
	public Encoding(Dialect dialect, boolean described) {
		this(dialect, described, true);
	}

	/**
	 * @param described whether each pack is preceded by its data type
	 * @return the same but for that
	 */
	public Encoding described(boolean described) {
		return new Encoding(dialect, described, topologyFlags);
	}

	/** Written out, as what the compiler makes for a record is put together at run time, which costs a launcher milliseconds. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Encoding same && same.dialect == dialect && same.described == described
				&& same.topologyFlags == topologyFlags;
	}

	@Override
	public int hashCode() {
		return 31 * dialect.hashCode() + (described ? 1 : 0) + (topologyFlags ? 2 : 0);
	}
}
