// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model;

import java.nio.charset.StandardCharsets;

/**
 * The name of a namespace, which the processes of one job share. Wire type PROC_NSPACE.
 *
 * @param name at most {@value #MAX_LENGTH} bytes of UTF-8; empty if the array in C is empty
 */
public record Nspace(String name) implements PmixValue {
	/** Maximum length of a name, in bytes of UTF-8 (PMIX_MAX_NSLEN). */
	public static final int MAX_LENGTH = 255;
	private static final char CLUSTER_END = ':';

	/**
	 * Accepts any name up to the limit of the wire, also an empty one.
	 *
	 * @throws IllegalArgumentException if the name is too long
	 */
	public Nspace {
		requireValid(name);
	}

	/**
	 * {@return the same name}
	 *
	 * @param name a name
	 * @throws IllegalArgumentException if it is too long or contains a NUL
	 */
	public static String requireValid(String name) {
		// a char takes at most 3 bytes, so short names need not be encoded
		if (name.length() * 3 > MAX_LENGTH && name.getBytes(StandardCharsets.UTF_8).length > MAX_LENGTH) {
			throw new IllegalArgumentException("namespace name of " + name.length() + " characters, the limit is " + MAX_LENGTH + " bytes");
		}
		if (name.indexOf('\0') >= 0) {
			throw new IllegalArgumentException("namespace name contains a NUL character");
		}
		return name;
	}

	/**
	 * Compares names of which one may be missing. C: PMIx_Check_nspace.
	 *
	 * @param one   a name, or an empty text for any namespace
	 * @param other another one
	 * @return whether both are the same, or one is empty
	 */
	public static boolean matches(String one, String other) {
		return one.isEmpty() || other.isEmpty() || one.equals(other);
	}

	/**
	 * {@return the number of a job on its server, with which launchers such as PRRTE end its namespace: the part behind the last
	 * {@code @}; the whole name if there is none}
	 *
	 * @param nspace namespace of a job
	 */
	public static String jobNumber(String nspace) {
		return nspace.substring(nspace.lastIndexOf('@') + 1);
	}

	/**
	 * Joins the names of a cluster and of a namespace in it. C: PMIx_Multicluster_nspace_construct.
	 *
	 * @param cluster name of the cluster
	 * @param nspace  name of a namespace that is unique in the cluster
	 * @return a name that is unique among clusters: both, separated by a colon
	 * @throws IllegalArgumentException if it is too long
	 */
	public static Nspace of(String cluster, String nspace) {
		return new Nspace(cluster + CLUSTER_END + nspace);
	}

	/** {@return the name of the cluster, up to the first colon; without a colon the whole name} C: PMIx_Multicluster_nspace_parse. */
	public String cluster() {
		int end = name.indexOf(CLUSTER_END);
		return end < 0 ? name : name.substring(0, end);
	}

	/** {@return the name in its cluster, after the first colon; empty without a colon} */
	public String inCluster() {
		int end = name.indexOf(CLUSTER_END);
		return end < 0 ? "" : name.substring(end + 1);
	}

	/** {@return whether the name is empty} C: PMIx_Nspace_invalid. */
	public boolean isInvalid() {
		return name.isEmpty();
	}

	@Override
	public DataType type() {
		return DataType.PROC_NSPACE;
	}
}
