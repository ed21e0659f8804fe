// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

/**
 * A value that a server keeps for a job or a rank, as text. Immutable.
 *
 * @param realm the entity that it describes, or how it came to the server: {@code job}, {@code node n1}, {@code put for all}
 * @param key   the name of its attribute in C, or the key itself if it belongs to no attribute
 * @param value one line, shortened if it is very long
 */
public record KeyValue(String realm, String key, String value) {
}
