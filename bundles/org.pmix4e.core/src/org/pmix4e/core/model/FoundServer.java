// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

/**
 * A running server of this user, to which this workbench can attach. Immutable.
 *
 * @param address for {@link ServerAttachments#attach}: its process id, or its address
 * @param name    the name of its program, such as {@code prterun}; empty if unknown
 */
public record FoundServer(String address, String name) {
}
