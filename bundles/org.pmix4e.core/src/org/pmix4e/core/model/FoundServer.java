// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A running server of this user, to which this workbench can attach. Immutable.
 *
 * @param address for {@link ServerAttachments#attach}: its process id, or its address
 * @param name    the name of its program, such as {@code prterun}; empty if unknown
 * @param command   the command line of its program as far as the user typed it; the same as the name if unknown
 * @param directory its working directory; empty if unknown
 * @param started   when its program was started; empty if unknown
 */
public record FoundServer(String address, String name, String command, Optional<Path> directory, Optional<Instant> started) {
}
