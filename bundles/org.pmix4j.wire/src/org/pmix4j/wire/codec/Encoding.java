// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.codec;

import org.jspecify.annotations.Nullable;

/**
 * How one peer packs values: settled by its hello, for both directions.
 *
 * @param dialect   its release's encoding
 * @param described whether each pack is preceded by its data type, as builds for debugging do ("fully described buffers")
 */
public record Encoding(Dialect dialect, boolean described) {
	/** Written out, as what the compiler makes for a record is put together at run time, which costs a launcher milliseconds. */
	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Encoding same && same.dialect == dialect && same.described == described;
	}

	@Override
	public int hashCode() {
		return 31 * dialect.hashCode() + (described ? 1 : 0);
	}
}
