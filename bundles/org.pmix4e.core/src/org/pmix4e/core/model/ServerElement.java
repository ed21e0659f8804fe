// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A server: one that runs jobs of this workbench, or one of others to which it is attached. */
public non-sealed interface ServerElement extends JobElement {
	/** {@return its sessions, without those that end with another one} */
	@Override
	List<SessionElement> children();

	/** {@return the session in which jobs run by default, which ends with the server} */
	SessionElement session();

	/** {@return its namespace} */
	@Override
	String name();

	/**
	 * {@return what a user knows it by: this workbench, the command that started it, such as {@code prterun}, or else its namespace}
	 */
	String title();

	/** {@return its process id; empty for a server of this workbench, or if it is unknown} */
	OptionalInt pid();

	/** {@return the command line that started it, as far as the user typed it; empty if it is unknown} */
	Optional<String> command();

	/** {@return its address for tools, as far as it is known; any process of the same user that knows it can try to connect} */
	String uri();

	/** {@return whether it runs outside of this workbench, which is attached to it} */
	boolean isAttached();

	/** {@return why the connection to an attached server was lost; empty while it stands} */
	Optional<String> loss();

	/** Ends the connection to an attached server, whose jobs go on, and removes it from the model. Does not wait. */
	void detach();

	/** {@return whether {@link #removeEnded} has an effect} */
	boolean hasEnded();

	/** Removes the ended jobs of an attached server, or the server if the connection was lost. */
	void removeEnded();

	/**
	 * Describes for people what the server and its jobs are doing and which ranks they wait for. May take two seconds, so it must not
	 * be called on the thread of the user interface.
	 *
	 * @return one fact per line
	 */
	String dump();
}
