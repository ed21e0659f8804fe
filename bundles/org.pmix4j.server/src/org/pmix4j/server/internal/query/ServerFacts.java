// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;

/** What queries may see of the server. On its loop. */
public interface ServerFacts {
	/** @return the name of the server's node */
	String hostname();

	/** @return the names of all jobs; those of tools are not among them */
	List<String> namespaces();

	/**
	 * @param subject of whom
	 * @param key     what
	 * @return what the host has told of it; empty if it has not
	 */
	Optional<PmixValue> told(QuerySubject subject, String key);

	/**
	 * @param node   a host name; empty for this node
	 * @param nspace a job; empty for all
	 * @return its processes there
	 */
	List<Proc> peers(String node, String nspace);

	/**
	 * @param nspace a job; empty for all
	 * @return its nodes, each once
	 */
	List<String> nodes(String nspace);

	/** @return the process sets, by name */
	Map<String, List<Proc>> processSets();

	/** @return the groups, by name */
	Map<String, List<Proc>> groups();
}
