// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;

/** A server that runs jobs of this workbench. */
public non-sealed interface ServerElement extends JobElement {
	@Override
	List<SessionElement> children();

	/** @return its one session */
	SessionElement session();

	/** @return its namespace */
	@Override
	String name();

	/** @return its address for tools; any process of the same user that knows it can try to connect */
	String uri();

	/**
	 * Describes for people what the server and its jobs are doing and which ranks they wait for. May take two seconds, so it must not
	 * be called on the thread of the user interface.
	 *
	 * @return one fact per line
	 */
	String dump();
}
