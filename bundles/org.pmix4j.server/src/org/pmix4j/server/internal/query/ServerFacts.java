// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;

/** The server's data that queries read. All methods are called on the loop. */
public interface ServerFacts {
	/** @return name of the server's node */
	String hostname();

	/** @return names of all jobs, except those of tools */
	List<String> namespaces();

	/**
	 * @param subject the subject
	 * @param key     the key
	 * @return the value registered by the host; empty if there is none
	 */
	Optional<PmixValue> find(QuerySubject subject, String key);

	/**
	 * @param node   a host name; empty for this node
	 * @param nspace a job; empty for all jobs
	 * @return its processes on that node
	 */
	List<Proc> peers(String node, String nspace);

	/**
	 * @param nspace a job; empty for all jobs
	 * @return its nodes, without duplicates
	 */
	List<String> nodes(String nspace);

	/** @return process sets by name */
	Map<String, List<Proc>> processSets();

	/** @return groups by name */
	Map<String, List<Proc>> groups();
}
