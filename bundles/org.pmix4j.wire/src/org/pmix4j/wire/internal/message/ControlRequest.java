// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;

/** Requests that the server passes to its host: queries, job control, monitoring, security. */
public sealed interface ControlRequest extends Request.Command {

	/**
	 * QUERY: requests information. Answered by {@link Reply.InfosReply}.
	 *
	 * @param queries the queries
	 */
	record QueryRequest(List<Query> queries) implements ControlRequest {
		/** Copies the list. */
		public QueryRequest {
			queries = List.copyOf(queries);
		}

		@Override
		public CommandCode command() {
			return CommandCode.QUERY;
		}
	}

	/**
	 * LOG: logs data. Answered by {@link Reply.StatusReply}.
	 *
	 * @param timestamp  time in seconds since 1970; 0 or -1 if not given
	 * @param data       log channels and content
	 * @param directives directives
	 */
	record Log(long timestamp, Infos data, Infos directives) implements ControlRequest {
		@Override
		public CommandCode command() {
			return CommandCode.LOG;
		}
	}

	/**
	 * ALLOC: requests, changes or releases an allocation. Answered by {@link Reply.InfosReply}.
	 *
	 * @param directive kind of change
	 * @param infos     details
	 */
	record Allocate(AllocDirective directive, Infos infos) implements ControlRequest {
		@Override
		public CommandCode command() {
			return CommandCode.ALLOC;
		}
	}

	/**
	 * JOB_CONTROL: pauses, signals, terminates or cleans up processes. Answered by {@link Reply.InfosReply}, or by {@link
	 * Reply.StatusReply} if it only registers files for cleanup.
	 *
	 * @param targets target processes; empty for the sender's namespace
	 * @param infos   actions
	 */
	record JobControl(List<Proc> targets, Infos infos) implements ControlRequest {
		/** Copies the list. */
		public JobControl {
			targets = List.copyOf(targets);
		}

		@Override
		public CommandCode command() {
			return CommandCode.JOB_CONTROL;
		}
	}

	/**
	 * MONITOR: monitors the sender. Answered by {@link Reply.InfosReply} if the host monitors, or by {@link Reply.StatusReply} if the server
	 * does.
	 *
	 * @param monitor the subject to monitor
	 * @param error   event to raise on a failure
	 * @param infos   directives
	 */
	record Monitor(Info monitor, Status error, Infos infos) implements ControlRequest {
		@Override
		public CommandCode command() {
			return CommandCode.MONITOR;
		}
	}

	/**
	 * GET_CREDENTIAL: creates a credential for the sender. Answered by {@link Reply.CredentialReply}.
	 *
	 * @param infos directives
	 */
	record GetCredential(Infos infos) implements ControlRequest {
		@Override
		public CommandCode command() {
			return CommandCode.GET_CREDENTIAL;
		}
	}

	/**
	 * VALIDATE_CRED: validates a credential. Answered by {@link Reply.InfosReply}.
	 *
	 * @param credential the credential
	 * @param infos      directives
	 */
	record ValidateCredential(ByteObject credential, Infos infos) implements ControlRequest {
		/** Omits the credential, which is secret. */
		@Override
		public String toString() {
			return "ValidateCredential[credential=" + credential.size() + " bytes, infos=" + infos + "]";
		}

		@Override
		public CommandCode command() {
			return CommandCode.VALIDATE_CRED;
		}
	}

	/**
	 * SESSION_CTRL, since 6.0: controls a session. Answered by {@link Reply.InfosReply}.
	 *
	 * @param sessionId the session, unsigned
	 * @param infos     actions
	 */
	record SessionControl(int sessionId, Infos infos) implements ControlRequest {
		@Override
		public CommandCode command() {
			return CommandCode.SESSION_CTRL;
		}
	}

	/**
	 * RESBLK, since 6.0: defines or changes a named resource block. Answered by {@link Reply.StatusReply}.
	 *
	 * @param directive action
	 * @param block     name of the block
	 * @param units     the resources
	 * @param infos     directives
	 */
	record ResourceBlock(ResourceBlockDirective directive, String block, List<ResourceUnit> units, Infos infos) implements ControlRequest {
		/** Copies the list. */
		public ResourceBlock {
			units = List.copyOf(units);
		}

		@Override
		public CommandCode command() {
			return CommandCode.RESBLK;
		}
	}
}
