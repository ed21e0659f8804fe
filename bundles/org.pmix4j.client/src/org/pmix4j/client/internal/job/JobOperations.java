// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.job;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.store.SessionStore;

import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply.JobInfoReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Sends the requests of a process about its job: job information, abort and finalize. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/client/pmix_client.c"
 */
public final class JobOperations {
	private static final PeerLog LOG = PeerLog.of(JobOperations.class);

	private final ServerLink link;
	private final SessionStore store;
	private final Proc self;

	/**
	 * @param link  to the server
	 * @param store receives the job information
	 * @param self  this process
	 */
	public JobOperations(ServerLink link, SessionStore store, Proc self) {
		this.link = link;
		this.store = store;
		this.self = self;
	}

	/**
	 * Requests this process's job information and stores it.
	 *
	 * @param limit the time to wait
	 * @return completed when it is stored; fails if the server does not know the job
	 */
	public CompletableFuture<Void> fetchJobInfo(Duration limit) {
		assert link.inLoop();
		return link.request("job information", JobRequest.JobInfoRequest.INSTANCE, ReplyKind.JOB_INFO, limit).thenAccept(this::file);
	}

	private void file(JobInfoReply reply) {
		Replies.requireSuccess("job information of " + self.nspace(), reply);
		try {
			if (!reply.nspace().equals(self.nspace())) {
				throw new PmixException(Status.ERR_BAD_PARAM,
						"the PMIx server sent job information of " + reply.nspace() + " to a process of " + self.nspace());
			}
			store.fileJobInfo(reply.nspace(), reply.data());
		} catch (PmixException malformed) {
			throw new CompletionException(malformed);
		}
	}

	/** Stores the information about a job of one process, this one, which has no server. */
	public void fileSingleton() {
		assert link.inLoop();
		PmixValue one = new PmixValue.UInt32(1);
		PmixValue zero = new PmixValue.UInt32(0);
		Rank first = Rank.of(0);
		List<Kval> job = List.of(new Kval(JobAttributes.JOBID.key(), new PmixValue.Str(self.nspace())),
				new Kval(JobAttributes.JOB_SIZE.key(), one), new Kval(JobAttributes.MAX_PROCS.key(), one),
				new Kval(JobAttributes.NPROC_OFFSET.key(), first), new Kval(SessionAttributes.UNIV_SIZE.key(), one),
				new Kval(NodeAttributes.NODE_SIZE.key(), one), new Kval(NodeAttributes.LOCAL_SIZE.key(), one),
				new Kval(NodeAttributes.LOCAL_PEERS.key(), new PmixValue.Str("0")), new Kval(NodeAttributes.LOCALLDR.key(), first),
				new Kval(AppAttributes.APPLDR.key(), first));
		List<Kval> rank = List.of(new Kval(AppAttributes.APPNUM.key(), zero), new Kval(ProcAttributes.APP_RANK.key(), first),
				new Kval(ProcAttributes.GLOBAL_RANK.key(), first), new Kval(ProcAttributes.LOCAL_RANK.key(), new PmixValue.UInt16((short) 0)),
				new Kval(ProcAttributes.NODE_RANK.key(), new PmixValue.UInt16((short) 0)));
		try {
			store.fileJobInfo(self.nspace(), KvalBlob.of(job));
			store.file(new ProcData(self, KvalBlob.of(rank)));
		} catch (PmixException impossible) {
			throw new IllegalStateException("well-formed data were rejected", impossible);
		}
	}

	/**
	 * Requests the termination of processes.
	 *
	 * @param status  exit status of the job
	 * @param message the reason
	 * @param procs   the processes; empty for all of this process's namespace
	 * @param limit   the time to wait
	 * @return completed when the server has replied; fails with its status
	 */
	public CompletableFuture<Void> abort(int status, String message, List<Proc> procs, Duration limit) {
		assert link.inLoop();
		return link.request("abort", new JobRequest.Abort(Status.of(status), message, procs), ReplyKind.STATUS, limit)
				.thenAccept(reply -> Replies.requireSuccess("abort", reply));
	}

	/**
	 * Sends the finalize request.
	 *
	 * @param limit the time to wait for the reply
	 * @return completed after the reply, the limit, or the loss of the server; never fails
	 */
	public CompletableFuture<Void> leave(Duration limit) {
		assert link.inLoop();
		return link.request("finalize", JobRequest.Finalize.INSTANCE, ReplyKind.STATUS, limit).handle((reply, failure) -> {
			if (failure != null) {
				LOG.log(Level.DEBUG, "The server did not reply to the finalize request", failure);
			}
			return null;
		});
	}
}
