// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.util.List;
import java.util.Map;

/**
 * A request of a rank. Immutable.
 *
 * @see "MPICH, src/pmi/maint: pmi-1.1.txt and pmi-2.0.txt, the wire protocols"
 */
public sealed interface PmiRequest {
	/**
	 * The first line on a connection to PMI_PORT.
	 *
	 * @param id the rank as in PMI_ID
	 */
	record InitAck(int id) implements PmiRequest {
	}

	/**
	 * The first line on a connection that a rank has inherited: its launcher has made the connection, and sends this before the rank starts.
	 *
	 * @param rank the rank
	 * @param key  the secret of the launcher
	 */
	record Inherited(int rank, String key) implements PmiRequest {
	}

	/**
	 * Begins the use of PMI.
	 *
	 * @param version    the main version, 1
	 * @param subversion the version below it
	 */
	record Init(int version, int subversion) implements PmiRequest {
	}

	/**
	 * Names the rank of a connection in PMI-2.
	 *
	 * @param rank    the rank as in PMI_ID
	 * @param escapes whether a semicolon in a value is written twice, as Slurm's libpmi2 does, and MPICH before 4.1 did; MPICH sends none
	 */
	record FullInit(int rank, boolean escapes) implements PmiRequest {
	}

	/**
	 * Requests access to the key-value space of another job in PMI-2.
	 *
	 * @param space the name of the space, which is that of the job
	 */
	record Connect(String space) implements PmiRequest {
	}

	/**
	 * Ends the access to the key-value space of another job in PMI-2.
	 *
	 * @param space the name of the space
	 */
	record Disconnect(String space) implements PmiRequest {
	}

	/**
	 * Requests an attribute of the job in PMI-2.
	 *
	 * @param key its name
	 */
	record JobAttribute(String key) implements PmiRequest {
	}

	/**
	 * Stores a value for the ranks of the same node in PMI-2.
	 *
	 * @param key   the key
	 * @param value the value; may be empty
	 */
	record PutNodeAttribute(String key, String value) implements PmiRequest {
	}

	/**
	 * Requests a value of a rank of the same node in PMI-2.
	 *
	 * @param key  the key
	 * @param waits whether to wait for a value that is not there yet
	 */
	record NodeAttribute(String key, boolean waits) implements PmiRequest {
	}

	/**
	 * Exchanges values with the neighbors in the ring of all ranks, in Slurm's extension of PMI-2.
	 *
	 * @param left  the value for the left neighbor; may be empty
	 * @param right the value for the right neighbor; may be empty
	 * @see "Slurm, contribs/pmi2/pmi2_api.c: PMIX_Ring"
	 */
	record Ring(String left, String right) implements PmiRequest {
	}

	/** Requests the maximum lengths of names, keys and values. */
	record GetMaxes() implements PmiRequest {
	}

	/** Requests the number of the rank's program in its job. */
	record GetAppNumber() implements PmiRequest {
	}

	/** Requests the name of the job's key-value space. */
	record GetSpaceName() implements PmiRequest {
	}

	/** Requests the number of ranks that the session has room for. */
	record GetUniverseSize() implements PmiRequest {
	}

	/**
	 * Stores a value.
	 *
	 * @param space name of a key-value space; empty for that of the job
	 * @param key   the key
	 * @param value the value; may be empty
	 */
	record Put(String space, String key, String value) implements PmiRequest {
	}

	/**
	 * Requests a value.
	 *
	 * @param space name of a key-value space; empty for that of the job
	 * @param key   the key
	 */
	record Get(String space, String key) implements PmiRequest {
	}

	/** Waits until all ranks of the job have sent the same. */
	record BarrierIn() implements PmiRequest {
	}

	/** Ends the use of PMI. */
	record End() implements PmiRequest {
	}

	/**
	 * Ends the job. Has no reply.
	 *
	 * @param exitCode for the launcher
	 */
	record Abort(int exitCode) implements PmiRequest {
	}

	/**
	 * Publishes the name of a service.
	 *
	 * @param service the name
	 * @param port    where it is found
	 */
	record Publish(String service, String port) implements PmiRequest {
	}

	/**
	 * Requests the port of a service.
	 *
	 * @param service its name
	 */
	record Lookup(String service) implements PmiRequest {
	}

	/**
	 * Withdraws the name of a service.
	 *
	 * @param service its name
	 */
	record Unpublish(String service) implements PmiRequest {
	}

	/**
	 * Starts a job.
	 *
	 * @param programs its programs; at least one
	 * @param preput   values that its key-value space has from the beginning, by their keys
	 */
	record Spawn(List<Program> programs, Map<String, String> preput) implements PmiRequest {
		/** Copies the collections. */
		public Spawn {
			programs = List.copyOf(programs);
			preput = Map.copyOf(preput);
		}

		/** @return the number of ranks of all programs */
		public long size() {
			long size = 0;
			for (Program program : programs) {
				size += program.ranks();
			}
			return size;
		}
	}

	/**
	 * One program of a {@link Spawn}.
	 *
	 * @param ranks     the number of its ranks; positive
	 * @param command   the executable
	 * @param arguments behind the name of the program
	 * @param infos     the keys of MPI_Info, such as {@code wdir}, with their values
	 */
	record Program(int ranks, String command, List<String> arguments, Map<String, String> infos) {
		/** Copies the collections. */
		public Program {
			arguments = List.copyOf(arguments);
			infos = Map.copyOf(infos);
		}
	}
}
