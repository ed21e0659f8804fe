// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/** Requests on the life cycle of processes and jobs. */
public sealed interface JobRequest extends Request.Command {

	/** REQ: requests the job information of the sender's namespace. Answered by {@link Reply.JobInfoReply}. */
	record JobInfoRequest() implements JobRequest {
		/** The only instance needed. */
		public static final JobInfoRequest INSTANCE = new JobInfoRequest();

		@Override
		public CommandCode command() {
			return CommandCode.REQ;
		}
	}

	/**
	 * ABORT: terminates processes. Answered by {@link Reply.StatusReply}, for which the sender waits.
	 *
	 * @param status  requested exit status
	 * @param message reason; may be empty
	 * @param procs   processes to terminate; empty for the sender's whole namespace
	 */
	record Abort(Status status, String message, List<Proc> procs) implements JobRequest {
		/** Copies the list. */
		public Abort {
			procs = List.copyOf(procs);
		}

		@Override
		public CommandCode command() {
			return CommandCode.ABORT;
		}
	}

	/** FINALIZE: announces that the sender closes the connection. Answered by {@link Reply.StatusReply}. */
	record Finalize() implements JobRequest {
		/** The only instance needed. */
		public static final Finalize INSTANCE = new Finalize();

		@Override
		public CommandCode command() {
			return CommandCode.FINALIZE;
		}
	}

	/**
	 * SPAWNNB: launches a job. Answered by {@link Reply.SpawnReply}.
	 *
	 * @param infos attributes of the job
	 * @param apps  the job's applications
	 */
	record Spawn(Infos infos, List<App> apps) implements JobRequest {
		/** Copies the list. */
		public Spawn {
			apps = List.copyOf(apps);
		}

		@Override
		public CommandCode command() {
			return CommandCode.SPAWNNB;
		}
	}

	/**
	 * CONNECTNB: a collective operation that connects processes of several namespaces. Answered by {@link Reply.ConnectReply}.
	 *
	 * @param procs     the participants, at least one
	 * @param infos     directives
	 * @param endpoints data that the sender shares with the other participants, one info per scope; since 6.0, otherwise empty
	 */
	record Connect(List<Proc> procs, Infos infos, Infos endpoints) implements JobRequest {
		/** Maximum number of endpoint infos: local and remote scope. */
		public static final int MAX_ENDPOINTS = 2;

		/** @throws IllegalArgumentException if there is no participant or too many endpoint infos */
		public Connect {
			procs = Request.Command.participants(procs);
			if (endpoints.size() > MAX_ENDPOINTS) {
				throw new IllegalArgumentException(endpoints.size() + " endpoint infos, the limit is " + MAX_ENDPOINTS);
			}
		}

		@Override
		public CommandCode command() {
			return CommandCode.CONNECTNB;
		}
	}

	/**
	 * DISCONNECTNB: a collective operation that undoes a connect. Answered by {@link Reply.StatusReply}.
	 *
	 * @param procs the participants, at least one
	 * @param infos directives
	 */
	record Disconnect(List<Proc> procs, Infos infos) implements JobRequest {
		/** @throws IllegalArgumentException if there is no participant */
		public Disconnect {
			procs = Request.Command.participants(procs);
		}

		@Override
		public CommandCode command() {
			return CommandCode.DISCONNECTNB;
		}
	}
}
