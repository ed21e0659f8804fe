// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;
import java.util.Optional;

/**
 * An element of the {@link JobModel}: server, session, namespace, program, row of ranks or rank. Its methods return the current state,
 * may be called from any thread, and do not block unless they say so. Except for rows of ranks, equal only to itself.
 */
public sealed interface JobElement permits ServerElement, SessionElement, NamespaceElement, AppElement, RankRange, NodeRanks,
		RankElement {
	/** {@return the element that it belongs to; empty for a server} */
	Optional<JobElement> parent();

	/** {@return the elements that belong to it, in the order of their numbers} */
	List<? extends JobElement> children();

	/** {@return the name that distinguishes it from its siblings: host name, number, namespace, program, rank} */
	String name();

	/** {@return its state} */
	ElementState state();
}
