// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.fate.Remnant;
import org.pmix4j.host.internal.usage.UsageSource;
import org.pmix4j.job.Node;
import org.pmix4j.placement.internal.allocation.PoolNode;
import org.pmix4j.placement.internal.topology.HardwareObject;
import org.pmix4j.placement.internal.topology.HwlocXml;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.process.internal.process.SpawnSpec;

/**
 * Acts on one node: jobs start, feed, signal, watch and end their processes only through the agent of the node that they run on. Owned
 * by the host, used by all sessions that hold the node. All methods may be called from any thread; only those that say so block.
 */
public interface NodeAgent {
	/** @return the node's number, name and slots */
	default Node node() {
		return pool().node();
	}

	/**
	 * Describes what jobs may use of the node. Does not block, but its processors may, the first time.
	 *
	 * @return the node as a part of the pool that jobs choose from
	 */
	PoolNode pool();

	/** @return whether processes can be started; jobs are only mapped to nodes that cannot */
	default boolean startsProcesses() {
		return true;
	}

	/**
	 * Looks a program up as execvp(3) would on the node. Blocks on the file system.
	 *
	 * @param name        a path or a name to search
	 * @param directory   the working directory, absolute
	 * @param environment of the process; its PATH is searched
	 * @return the program
	 * @throws SpawnException if no such program can be executed
	 */
	default Program findProgram(String name, Path directory, Map<String, String> environment) throws SpawnException {
		return Program.find(name, directory, environment);
	}

	/**
	 * Starts a process.
	 *
	 * @param spec   the program and its surroundings
	 * @param output receives the output
	 * @return completes with the running process before any of its output is handed over; fails with {@link SpawnException}
	 */
	CompletionStage<ChildProcess> spawn(SpawnSpec spec, OutputHandler output);

	/**
	 * Runs the kill sequence: TERM, then CONT, then KILL after the grace time.
	 *
	 * @param processes started by this agent
	 * @param grace     the time between TERM and KILL
	 * @return completes when all of them have ended
	 */
	CompletionStage<Void> terminate(Collection<? extends ChildProcess> processes, Duration grace);

	/**
	 * Returns the processors to which other hosts bind their ranks; they leave the choice to this host until {@link #chosen} follows. To be
	 * called on the host's thread.
	 *
	 * @return the kernel's numbers
	 */
	default BitSet takenByOthers() {
		return new BitSet();
	}

	/**
	 * Shows other hosts the processors to which ranks of this host are bound. To be called on the host's thread.
	 *
	 * @param processors the kernel's numbers; all of this host
	 */
	default void take(BitSet processors) {
		// no other host runs there
	}

	/** Lets other hosts choose processors, after {@link #takenByOthers} and {@link #take}. To be called on the host's thread. */
	default void chosen() {
		// no other host chooses
	}

	/**
	 * Kills processes, also those for which the kill sequence runs already.
	 *
	 * @param processes started by this agent
	 * @param time      how long to wait before
	 * @return completes when all of them have ended
	 */
	CompletionStage<Void> killAfter(Collection<? extends ChildProcess> processes, Duration time);

	/**
	 * Kills all processes on the node that carry a marker, also those that have left their process groups.
	 *
	 * @param marker   of a job or of the host
	 * @param patience how long they may take to end by themselves before
	 * @return completes with the killed processes; never fails
	 */
	CompletableFuture<List<Remnant>> killMarked(Marker marker, Duration patience);

	/**
	 * Sends TERM and CONT to the processes that carry a marker and have left the groups of their ranks.
	 *
	 * @param marker of a job
	 * @param groups the groups of the ranks
	 */
	default void terminateEscaped(Marker marker, Set<Integer> groups) {
		// no process has escaped where none is started
	}

	/**
	 * Lets the processes that carry a marker outlive the host.
	 *
	 * @param marker of a job whose ranks have ended
	 * @return completes when that is done; never fails
	 */
	default CompletableFuture<Void> releaseMarked(Marker marker) {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Finds the processes that keep the output of other processes open.
	 *
	 * @param processes started by this agent
	 * @return completes with the holders of each that has some; never fails
	 */
	default CompletableFuture<Map<ChildProcess, List<Remnant>>> outputHolders(Collection<? extends ChildProcess> processes) {
		return CompletableFuture.completedFuture(Map.of());
	}

	/**
	 * Takes the stack traces of a process.
	 *
	 * @param pid of a process that this agent has started
	 * @return completes with lines for the user, within half a minute; never fails
	 */
	CompletableFuture<List<String>> stackTrace(int pid);

	/**
	 * Creates the directories of a session on this node. Blocks on the file system.
	 *
	 * @return the directories, to be removed with the session
	 * @throws IOException if the directories cannot be created; the message says what to do
	 */
	SessionDirectory openSession() throws IOException;

	/**
	 * Describes the hardware. Reads files, so it blocks.
	 *
	 * @return the machine; empty if its system does not describe it
	 */
	Optional<HardwareObject> hardware();

	/** @return the source of the usage figures of the node and its processes */
	UsageSource usage();

	/** @return the hardware in hwloc's XML; empty if it is unknown. Reads files, so it blocks */
	default Optional<String> topologyXml() {
		return hardware().map(machine -> HwlocXml.of(machine, node().name()));
	}
}
