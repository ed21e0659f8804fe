// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.host.HostNodes;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.KillTimeout;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.UsableProcessors;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.allocation.LaunchPool;
import org.pmix4j.placement.internal.allocation.ManagedAllocation;
import org.pmix4j.placement.internal.allocation.NodeNames;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.allocation.SimulatedPool;
import org.pmix4j.placement.internal.mapping.JobMapper;
import org.pmix4j.placement.internal.mapping.MappingOrders;
import org.pmix4j.placement.internal.mapping.NodePool;
import org.pmix4j.placement.internal.mapping.RankCounts;
import org.pmix4j.placement.internal.topology.HardwareReader;
import org.pmix4j.server.options.NodeName;

/**
 * The nodes and the numbers of ranks of a job for which a host is started, as prterun decides about them. Immutable.
 * <p>
 * Slots come from simulated nodes, from the allocation of Slurm, PBS, LSF or Grid Engine, from the job's lists of hosts or from its
 * hostfiles, whichever is first; else there is a slot for each core that may be used. A program without a number of ranks gets one for
 * each slot.
 *
 * @param nodes of the host
 * @param job   the order with a number of ranks for each program
 * @param notes what the user must know
 */
public record LaunchPlan(HostNodes nodes, JobSpec job, List<String> notes) {
	/** Copies the list. */
	public LaunchPlan {
		notes = List.copyOf(notes);
	}

	/**
	 * Plans a launch. Reads a few files of the kernel, and those that the environment and the job name.
	 *
	 * @param job         the order
	 * @param simulated   descriptions of simulated nodes; empty for this machine
	 * @param environment of this process
	 * @return the plan
	 * @throws IOException              if the environment of a resource manager is broken, or does not contain this machine
	 * @throws PmixException            JOB_ALLOC_FAILED if a list of hosts or a hostfile is wrong, or names another machine
	 * @throws IllegalArgumentException if a description of simulated nodes is wrong
	 */
	public static LaunchPlan of(JobSpec job, List<String> simulated, Map<String, String> environment) throws IOException, PmixException {
		return of(new NamedNodes(job), simulated, environment);
	}

	/**
	 * Plans a launch, as {@link #of(JobSpec, List, Map)}, without reading again what has been read.
	 *
	 * @param named       the order, and the files that it names
	 * @param simulated   descriptions of simulated nodes; empty for this machine
	 * @param environment of this process
	 * @return the plan
	 * @throws IOException              if the environment of a resource manager is broken, or does not contain this machine
	 * @throws PmixException            JOB_ALLOC_FAILED if a list of hosts or a hostfile is wrong, or names another machine
	 * @throws IllegalArgumentException if a description of simulated nodes is wrong
	 */
	public static LaunchPlan of(NamedNodes named, List<String> simulated, Map<String, String> environment)
			throws IOException, PmixException {
		JobSpec job = named.job();
		PlacementFiles files = named.files();
		Pool pool = pool(job, simulated, environment, files);
		List<String> notes = new ArrayList<>(pool.notes);
		KillTimeout.problem(job.environment()).ifPresent(notes::add);
		return new LaunchPlan(pool.hostNodes, RankCounts.complete(job, pool.idle, files), notes);
	}

	/**
	 * Maps the ranks of a job as its launch would on an idle machine, and starts nothing. Reads what {@link #of} reads, and the hardware.
	 *
	 * @param job         the order
	 * @param simulated   descriptions of simulated nodes; empty for this machine
	 * @param environment of this process
	 * @return the places of the ranks
	 * @throws IOException              if the environment of a resource manager is broken, or does not contain this machine
	 * @throws PmixException            if the job cannot be mapped; the message says why
	 * @throws IllegalArgumentException if a description of simulated nodes is wrong
	 */
	public static MapPreview preview(JobSpec job, List<String> simulated, Map<String, String> environment) throws IOException, PmixException {
		PlacementFiles files = new NamedNodes(job).files();
		Pool pool = pool(job, simulated, environment, files);
		return MapPreview.of(JobMapper.map(MappingOrders.of(RankCounts.complete(job, pool.idle, files), pool.idle, files)));
	}

	private record Pool(HostNodes hostNodes, NodePool idle, List<String> notes) {
	}

	private static Pool pool(JobSpec job, List<String> simulated, Map<String, String> environment, PlacementFiles files)
			throws IOException, PmixException {
		HostNodes counted = HostNodes.counted();
		if (!simulated.isEmpty()) {
			HostNodes nodes = new HostNodes(counted.slots(), false, 0, simulated);
			return new Pool(nodes, NodePool.idle(SimulatedPool.parse(simulated, LaunchPlan::here), Optional.empty()), List.of());
		}
		PoolNode machine = machine(counted);
		Optional<ManagedAllocation> managed = ManagedAllocation.find(environment);
		PoolNode pool = managed.isPresent() ? LaunchPool.managed(machine, managed.get()) : LaunchPool.listed(machine, job, files);
		List<String> notes = managed.isPresent() ? LaunchPool.notes(machine, managed.get()) : List.of();
		HostNodes nodes = new HostNodes(pool.node().slots(), pool.slotsGiven(), pool.maxSlots(), List.of());
		return new Pool(nodes, NodePool.idle(List.of(pool), Optional.of(pool.node())), notes);
	}

	/**
	 * Finds the nodes of a server that stays, which no job defines.
	 *
	 * @param options     values of {@link PlacementOptions#LISTS}, which describe this machine, and of {@link LauncherOptions#SIMULATE}
	 * @param environment of this process
	 * @return simulated nodes if there are any; else this machine with the slots that the lists state, within the allocation of a resource
	 *         manager if there is one; without lists with all slots of the allocation, else with a slot for each core that may be used
	 * @throws IOException              if the environment of a resource manager is broken, or does not contain this machine
	 * @throws PmixException            JOB_ALLOC_FAILED if a list of hosts or a hostfile is wrong, or names another machine
	 * @throws IllegalArgumentException if there are both lists and simulated nodes
	 */
	public static HostNodes nodes(OptionValues options, Map<String, String> environment) throws IOException, PmixException {
		HostNodes counted = HostNodes.counted();
		if (options.isSet(LauncherOptions.SIMULATE)) {
			for (JobOption<String> list : PlacementOptions.LISTS) {
				if (options.isSet(list)) {
					throw new IllegalArgumentException("option " + list.words().get(0) + " describes this machine, and option "
							+ LauncherOptions.SIMULATE.words().get(0) + " replaces it; state the slots of simulated nodes as node:slots=4");
				}
			}
			return new HostNodes(counted.slots(), false, 0, options.get(LauncherOptions.SIMULATE).texts());
		}
		Optional<ManagedAllocation> managed = ManagedAllocation.find(environment);
		PoolNode machine = machine(counted);
		// a program that is never started carries the lists
		JobSpec lists = JobSpec.of(new AppSpec("server", List.of(), options));
		PoolNode given = managed.isPresent() ? LaunchPool.managed(machine, managed.get()) : machine;
		PoolNode pool = LaunchPool.listed(given, lists, new NamedNodes(lists).files());
		return new HostNodes(pool.node().slots(), pool.slotsGiven(), pool.maxSlots(), List.of());
	}

	private static PoolNode machine(HostNodes counted) {
		String name = NodeName.ofThisMachine();
		return new PoolNode(new Node(0, NodeName.withoutDomain(name), counted.slots()), new NodeNames(name, true), false, 0, LaunchPlan::here);
	}

	private static PoolNode.Processors here() {
		return new PoolNode.Processors(HardwareReader.readForPlacement(), UsableProcessors.allowed());
	}
}
