// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.nio.file.Path;
import java.util.List;

/** The resources that jobs run on. */
public non-sealed interface SessionElement extends JobElement {
	/** @return its server */
	ServerElement server();

	@Override
	List<NamespaceElement> children();

	/** @return its number */
	@Override
	String name();

	/** @return the session directory, which is removed when the server ends */
	Path directory();

	/** @return how many ranks fit without oversubscription */
	int slots();

	/** @return the names of its nodes */
	List<String> nodes();
}
