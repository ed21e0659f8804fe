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

/** Requests that the server passes to the resource manager behind it: questions, control, monitoring, security. */
public sealed interface ControlRequest extends Request {

	/**
	 * QUERY: questions. Answered by {@link Reply.InfosReply}.
	 *
	 * @param queries the questions
	 */
	record QueryRequest(List<Query> queries) implements ControlRequest {
		/** Copies the list. */
		public QueryRequest {
			queries = List.copyOf(queries);
		}
	}

	/**
	 * LOG: write something down. Answered by {@link Reply.StatusReply}.
	 *
	 * @param timestamp  when, in seconds since 1970; 0 or -1 if not given
	 * @param data       where to and what
	 * @param directives how
	 */
	record Log(long timestamp, Infos data, Infos directives) implements ControlRequest {
	}

	/**
	 * ALLOC: change an allocation. Answered by {@link Reply.InfosReply}.
	 *
	 * @param directive in what way
	 * @param infos     what
	 */
	record Allocate(AllocDirective directive, Infos infos) implements ControlRequest {
	}

	/**
	 * JOB_CONTROL: pause, signal, end, clean up. Answered by {@link Reply.InfosReply}, or by {@link Reply.StatusReply} if it
	 * only registers files to clean up.
	 *
	 * @param targets whom; empty for the sender's namespace
	 * @param infos   what to do
	 */
	record JobControl(List<Proc> targets, Infos infos) implements ControlRequest {
		/** Copies the list. */
		public JobControl {
			targets = List.copyOf(targets);
		}
	}

	/**
	 * MONITOR: watch the sender. Answered by {@link Reply.InfosReply} of the host, or by {@link Reply.StatusReply} if the
	 * server itself does it.
	 *
	 * @param monitor what to watch
	 * @param error   the event to raise if it fails
	 * @param infos   directives
	 */
	record Monitor(Info monitor, Status error, Infos infos) implements ControlRequest {
	}

	/**
	 * GET_CREDENTIAL: a credential of the sender. Answered by {@link Reply.CredentialReply}.
	 *
	 * @param infos directives
	 */
	record GetCredential(Infos infos) implements ControlRequest {
	}

	/**
	 * VALIDATE_CRED: whether a credential is good. Answered by {@link Reply.InfosReply}.
	 *
	 * @param credential the credential
	 * @param infos      directives
	 */
	record ValidateCredential(ByteObject credential, Infos infos) implements ControlRequest {
		/** Without the credential, which is a secret. */
		@Override
		public String toString() {
			return "ValidateCredential[credential=" + credential.size() + " bytes, infos=" + infos + "]";
		}
	}

	/**
	 * SESSION_CTRL, since 6.0: control a session. Answered by {@link Reply.InfosReply}.
	 *
	 * @param sessionId which, unsigned
	 * @param infos     what to do
	 */
	record SessionControl(int sessionId, Infos infos) implements ControlRequest {
	}

	/**
	 * RESBLK, since 6.0: define or change a named block of resources. Answered by {@link Reply.StatusReply}.
	 *
	 * @param directive what to do
	 * @param block     the block's name
	 * @param units     the resources
	 * @param infos     directives
	 */
	record ResourceBlock(ResourceBlockDirective directive, String block, List<ResourceUnit> units, Infos infos) implements ControlRequest {
		/** Copies the list. */
		public ResourceBlock {
			units = List.copyOf(units);
		}
	}
}
