// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;
import java.util.Optional;

/**
 * A row of the {@link JobModel}: server, session, namespace, program or rank. Live: its methods tell the state of the moment, may be
 * called from any thread and never wait. Equal only to itself.
 */
public sealed interface JobElement permits ServerElement, SessionElement, NamespaceElement, AppElement, RankElement {
	/** @return what it belongs to; a server belongs to nothing */
	Optional<JobElement> parent();

	/** @return what belongs to it, in the order of their numbers */
	List<? extends JobElement> children();

	/** @return what tells it from its siblings: host name, number, namespace, program, rank */
	String name();

	/** @return how far it has come */
	ElementState state();
}
