// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.attributes;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Attribute;

/**
 * The entity that a key describes unless a directive says otherwise. Servers store a value with the data of that entity, and clients look
 * for it there.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting; OpenPMIx src/common/pmix_attributes.c, pmix_check_node_info and so on"
 */
public enum KeyRealm {
	/** The session. */
	SESSION(List.of(SessionAttributes.SESSION_ID, SessionAttributes.CLUSTER_ID, SessionAttributes.UNIV_SIZE,
			SessionDirectoryAttributes.TMPDIR, SessionDirectoryAttributes.TDIR_RMCLEAN, NodeAttributes.HOSTNAME_KEEP_FQDN,
			ServerAttributes.RM_NAME, ServerAttributes.RM_VERSION)),
	/** A node. */
	NODE(List.of(NodeAttributes.HOSTNAME, NodeAttributes.HOSTNAME_ALIASES, NodeAttributes.NODEID, NodeAttributes.AVAIL_PHYS_MEMORY,
			NodeAttributes.LOCAL_PEERS, NodeAttributes.LOCAL_PROCS, NodeAttributes.LOCAL_SIZE, NodeAttributes.NODE_SIZE,
			NodeAttributes.LOCALLDR, NodeAttributes.NODE_OVERSUBSCRIBED, TopologyAttributes.LOCAL_CPUSETS)),
	/** An application of the job. */
	APP(List.of(AppAttributes.APP_SIZE, AppAttributes.APPLDR, AppAttributes.APP_ARGV, SpawnAttributes.WDIR, GroupAttributes.PSET_NAME,
			GroupAttributes.PSET_MEMBERS, ServerAttributes.APP_MAP_TYPE, ServerAttributes.APP_MAP_REGEX)),
	/** The job, or one of its ranks. */
	JOB(List.of());

	/** Prefix of keys that processes cannot put. */
	private static final String RESERVED = "pmix";

	private final Set<String> keys = new HashSet<>();

	KeyRealm(List<Attribute<?>> attributes) {
		attributes.forEach(attribute -> keys.add(attribute.key()));
	}

	/**
	 * {@return its realm; {@link #JOB} also for keys that are not reserved}
	 *
	 * @param key a key
	 */
	public static KeyRealm of(String key) {
		for (KeyRealm realm : values()) {
			if (realm.keys.contains(key)) {
				return realm;
			}
		}
		return key.startsWith(FabricAttributes.FABRIC_DEVICE.key()) ? NODE : JOB;
	}

	/**
	 * {@return whether the key is reserved, so that its value comes from the host and not from a process}
	 *
	 * @param key a key
	 */
	public static boolean isReserved(String key) {
		return key.startsWith(RESERVED);
	}
}
