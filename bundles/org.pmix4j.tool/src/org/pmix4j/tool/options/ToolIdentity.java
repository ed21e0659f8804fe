// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.options;

import java.util.Optional;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;

/**
 * The identity that a tool sends to servers. Immutable.
 *
 * @param proc      its identity; empty if the first server assigns one
 * @param isStarted whether the server's host has started the tool and given it this identity
 * @param launcher  whether the tool starts processes itself
 * @param infos     further information for the server and its host
 * @see "PMIx Standard, chapter Tools and Debuggers, PMIX_TOOL_NSPACE, PMIX_TOOL_RANK, PMIX_LAUNCHER"
 */
public record ToolIdentity(Optional<Proc> proc, boolean isStarted, boolean launcher, Infos infos) {
	/** A tool that was started by its user; the first server assigns its identity. */
	public static final ToolIdentity ASSIGNED = new ToolIdentity(Optional.empty(), false, false, Infos.EMPTY);

	/**
	 * Requires an identity of a tool that a launcher has started, which registered it under that name.
	 *
	 * @throws IllegalArgumentException if a started tool has no identity
	 */
	public ToolIdentity {
		if (isStarted && proc.isEmpty()) {
			throw new IllegalArgumentException("a tool that a server has started has an identity");
		}
	}

	/**
	 * {@return a tool that chooses its identity}
	 *
	 * @param proc an identity that no other process has
	 */
	public static ToolIdentity of(Proc proc) {
		return new ToolIdentity(Optional.of(proc), false, false, Infos.EMPTY);
	}

	/**
	 * {@return a tool that is a process of a job of the server}
	 *
	 * @param proc the identity in the environment of this process
	 */
	public static ToolIdentity started(Proc proc) {
		return new ToolIdentity(Optional.of(proc), true, false, Infos.EMPTY);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value whether the tool starts processes itself
	 */
	public ToolIdentity withLauncher(boolean value) {
		return new ToolIdentity(proc, isStarted, value, infos);
	}

	/**
	 * {@return a copy with this information, too}
	 *
	 * @param more further information for the server and its host
	 */
	public ToolIdentity plusInfos(Info... more) {
		return new ToolIdentity(proc, isStarted, launcher, infos.with(more));
	}
}
