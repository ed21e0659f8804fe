// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The resources that jobs run on. */
public non-sealed interface SessionElement extends JobElement {
	/** {@return its server} */
	ServerElement server();

	@Override
	List<NamespaceElement> children();

	/** {@return its number} */
	@Override
	String name();

	/** {@return the session directory, which is removed when the server ends; empty for a server of others} */
	Optional<Path> directory();

	/** {@return how many ranks fit without oversubscription; 0 if that is unknown} */
	int slots();

	/** {@return the names of its nodes} */
	List<String> nodes();

	/**
	 * Describes the processors of a node. Blocks, the first time, while files of the kernel are read, so it must not be called on the
	 * thread of the user interface.
	 *
	 * @param node the name of one of its nodes
	 * @return its hardware threads in the order of their numbers; empty if they are unknown
	 */
	List<NodeProcessor> processors(String node);
}
