// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.codec;

/**
 * How one peer packs values: settled by its hello, for both directions.
 *
 * @param dialect   its release's encoding
 * @param described whether each pack is preceded by its data type, as builds for debugging do ("fully described buffers")
 */
public record Encoding(Dialect dialect, boolean described) {
}
