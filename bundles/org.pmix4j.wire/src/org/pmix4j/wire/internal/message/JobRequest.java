// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/** Requests on the life of processes and jobs. */
public sealed interface JobRequest extends Request {

	/** REQ: what is known of the sender's namespace. Answered by {@link Reply.JobInfoReply}. */
	record JobInfoRequest() implements JobRequest {
		/** The only one that is needed. */
		public static final JobInfoRequest INSTANCE = new JobInfoRequest();
	}

	/**
	 * ABORT: end processes. Answered by {@link Reply.StatusReply}, for which the sender waits.
	 *
	 * @param status  the exit status that is wanted
	 * @param message why; empty if nothing was said
	 * @param procs   whom to end; empty for the sender's whole namespace
	 */
	record Abort(Status status, String message, List<Proc> procs) implements JobRequest {
		/** Copies the list. */
		public Abort {
			procs = List.copyOf(procs);
		}
	}

	/** FINALIZE: the sender is about to close the connection. Answered by {@link Reply.StatusReply}. */
	record Finalize() implements JobRequest {
		/** The only one that is needed. */
		public static final Finalize INSTANCE = new Finalize();
	}

	/**
	 * SPAWNNB: start a job. Answered by {@link Reply.SpawnReply}.
	 *
	 * @param infos for the whole job
	 * @param apps  its programs
	 */
	record Spawn(Infos infos, List<App> apps) implements JobRequest {
		/** Copies the list. */
		public Spawn {
			apps = List.copyOf(apps);
		}
	}

	/**
	 * CONNECTNB: a collective operation that makes processes of several namespaces known to each other. Answered by
	 * {@link Reply.ConnectReply}.
	 *
	 * @param procs     the participants, at least one
	 * @param infos     directives
	 * @param endpoints data that the sender shares with the others, one info for each scope; only since 6.0, else empty
	 */
	record Connect(List<Proc> procs, Infos infos, Infos endpoints) implements JobRequest {
		/** How many endpoint infos there can be: local and remote scope. */
		public static final int MAX_ENDPOINTS = 2;

		/** @throws IllegalArgumentException if there is no participant or too many endpoint infos */
		public Connect {
			procs = Participants.requireSome(procs);
			if (endpoints.size() > MAX_ENDPOINTS) {
				throw new IllegalArgumentException(endpoints.size() + " endpoint infos; at most " + MAX_ENDPOINTS);
			}
		}
	}

	/**
	 * DISCONNECTNB: the opposite. Answered by {@link Reply.StatusReply}.
	 *
	 * @param procs the participants, at least one
	 * @param infos directives
	 */
	record Disconnect(List<Proc> procs, Infos infos) implements JobRequest {
		/** @throws IllegalArgumentException if there is no participant */
		public Disconnect {
			procs = Participants.requireSome(procs);
		}
	}
}
