// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.Map;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionDirectoryAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;

/**
 * Of what a reserved key tells: clients look for it in the data of that thing, so it must be sent as such.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting; OpenPMIx src/common/pmix_attributes.c, pmix_check_node_info and so on"
 */
enum Realm {
	/** The allocation. */
	SESSION,
	/** A node. */
	NODE,
	/** A program of the job. */
	APP,
	/** The job or one of its ranks. */
	JOB;

	private static final String FABRIC_DEVICE = "pmix.fabdev";
	private static final Map<String, Realm> KEYS = Map.ofEntries(of(SessionAttributes.SESSION_ID, SESSION),
			of(SessionAttributes.CLUSTER_ID, SESSION), of(SessionAttributes.UNIV_SIZE, SESSION),
			of(SessionDirectoryAttributes.TMPDIR, SESSION), of(SessionDirectoryAttributes.TDIR_RMCLEAN, SESSION),
			of(NodeAttributes.HOSTNAME_KEEP_FQDN, SESSION), of(ServerAttributes.RM_NAME, SESSION), of(ServerAttributes.RM_VERSION, SESSION),
			of(NodeAttributes.HOSTNAME, NODE), of(NodeAttributes.HOSTNAME_ALIASES, NODE), of(NodeAttributes.NODEID, NODE),
			of(NodeAttributes.AVAIL_PHYS_MEMORY, NODE), of(NodeAttributes.LOCAL_PEERS, NODE), of(NodeAttributes.LOCAL_PROCS, NODE),
			of(NodeAttributes.LOCAL_SIZE, NODE), of(NodeAttributes.NODE_SIZE, NODE), of(NodeAttributes.LOCALLDR, NODE),
			of(NodeAttributes.NODE_OVERSUBSCRIBED, NODE), of(TopologyAttributes.LOCAL_CPUSETS, NODE), of(AppAttributes.APP_SIZE, APP),
			of(AppAttributes.APPLDR, APP), of(AppAttributes.APP_ARGV, APP), of(SpawnAttributes.WDIR, APP),
			of(GroupAttributes.PSET_NAME, APP),
			of(GroupAttributes.PSET_MEMBERS, APP), of(ServerAttributes.APP_MAP_TYPE, APP), of(ServerAttributes.APP_MAP_REGEX, APP));

	private static Map.Entry<String, Realm> of(Attribute<?> attribute, Realm realm) {
		return Map.entry(attribute.key(), realm);
	}

	static Realm of(String key) {
		Realm known = KEYS.get(key);
		if (known != null) {
			return known;
		}
		return key.startsWith(FABRIC_DEVICE) ? NODE : JOB;
	}
}
