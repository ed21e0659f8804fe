// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.hardware;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Topology;

/**
 * Provides information about the hardware of the node and about fabrics. Belongs to a client and ends with it. Thread-safe. For
 * PMIx_Parse_cpuset_string see {@link CpuSet#parse}, for PMIx_Get_relative_locality {@link org.pmix4j.model.RelativeLocality}.
 *
 * @see "PMIx Standard, chapters Process-Related Reserved Keys and Fabric Support"
 */
public interface Hardware {
	/**
	 * Returns the topology of this node as the server provides it. C: PMIx_Load_topology.
	 *
	 * @return the topology; empty if the server shares none as text
	 * @throws PmixException         {@code ERR_UNREACH}, {@code ERR_TIMEOUT}, or another status of the server
	 * @throws IllegalStateException in a handler
	 */
	Optional<Topology> topology() throws PmixException;

	/**
	 * Returns the processors on which a thread of this process may run. C: PMIx_Get_cpuset.
	 *
	 * @param envelope the thread
	 * @return the processors, as the kernel numbers them
	 * @throws PmixException {@code ERR_NOT_SUPPORTED} where /proc cannot be read, {@code ERR_INIT} if the client is closed
	 */
	CpuSet cpuset(BindingEnvelope envelope) throws PmixException;

	/**
	 * Computes the distances from processors to the devices of this node, at the server. C: PMIx_Compute_distances.
	 *
	 * @param cpuset  the processors; empty for those to which the launcher has bound this process
	 * @param options limit and selection, such as PMIX_DEVICE_TYPE
	 * @return the distances; empty if there is no such device
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	List<DeviceDistance> distances(CpuSet cpuset, RequestOptions options) throws PmixException;

	/**
	 * Computes distances as {@link #distances} does, without waiting. C: PMIx_Compute_distances_nb.
	 *
	 * @param cpuset  the processors
	 * @param options limit and selection
	 * @return the distances
	 */
	CompletableFuture<List<DeviceDistance>> distancesAsync(CpuSet cpuset, RequestOptions options);

	/**
	 * Obtains information about a fabric. C: PMIx_Fabric_register.
	 *
	 * @param options limit and selection, such as PMIX_FABRIC_PLANE; C servers of release 4.2.2 may crash if there is one
	 * @return the fabric
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	Fabric openFabric(RequestOptions options) throws PmixException;

	/**
	 * Obtains information about a fabric as {@link #openFabric} does, without waiting. C: PMIx_Fabric_register_nb.
	 *
	 * @param options limit and selection
	 * @return the fabric
	 */
	CompletableFuture<Fabric> openFabricAsync(RequestOptions options);
}
