// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.PeerUsers.Connection;

/**
 * Decides whether a process of this user is the rank or the tool that it claims to be. The first files of the rank's process are looked at
 * immediately, then those of all its processes, for all of its new connections together; where the socket is not among them, all processes
 * are searched, for all waiting connections together and with pauses. So connections in great number, or of processes with many files, keep
 * at most one thread busy for each rank. Owned by {@link LocalPmixHost}, on the host's thread.
 */
final class ConnectionCalls {
	private final HostThread thread;
	private final Namespaces namespaces;
	private final OwnUser user;
	/** The connections of each rank whose processes are being looked at. */
	private final Map<RankRun, List<Question>> families = new HashMap<>();
	/** Connections that are not among the files of their ranks. */
	private final List<Question> waiting = new ArrayList<>();
	private boolean searching;
	private Optional<SocketOwners> sockets = Optional.empty();
	/** The descriptor of the last connection that was found: the ranks of a program open the same files. */
	private int likely;
	/** The last job of which it was logged that other processes serve as its ranks. */
	private String handedOn = "";

	/** A connection whose process is looked for. */
	private record Question(RankRun rank, PeerSearch.Claim claim, CompletableFuture<Void> answer) {
	}

	ConnectionCalls(HostThread thread, Namespaces namespaces, OwnUser user) {
		this.thread = thread;
		this.namespaces = namespaces;
		this.user = user;
	}

	void identifyBy(SocketOwners owners) {
		sockets = Optional.of(owners);
	}

	/**
	 * Finds out whether the process at the other end of a connection belongs to a rank.
	 *
	 * @return completes on the host's thread if it does or if that cannot be known; else fails with NO_PERMISSIONS
	 */
	CompletionStage<Void> examine(RankRun rank, Connection connection) {
		assert thread.inThread();
		OptionalLong inode = sockets.map(known -> known.inode(connection)).orElse(OptionalLong.empty());
		if (inode.isEmpty()) {
			return CompletableFuture.completedFuture(null);
		}
		PeerSearch.Claim claim = new PeerSearch.Claim(rank.proc(), rank.pid(), rank.isConnectedItself(), inode.getAsLong());
		OptionalInt descriptor = PeerSearch.descriptorOfRank(claim, likely);
		if (descriptor.isPresent()) {
			likely = descriptor.getAsInt();
			// immediately: another thread would cost the start of a rank several milliseconds
			rank.connectsItself();
			return CompletableFuture.completedFuture(null);
		}
		Question question = new Question(rank, claim, new CompletableFuture<>());
		List<Question> family = families.computeIfAbsent(rank, first -> new ArrayList<>());
		family.add(question);
		if (family.size() == 1) {
			lookAtFamily(rank, family);
		}
		return question.answer;
	}

	private void lookAtFamily(RankRun rank, List<Question> family) {
		List<Question> asked = List.copyOf(family);
		List<PeerSearch.Claim> claims = asked.stream().map(Question::claim).toList();
		thread.whenDone(thread.aside(() -> PeerSearch.ofFamily(claims)), (found, problem) -> {
			family.removeAll(asked);
			if (family.isEmpty()) {
				families.remove(rank);
			} else {
				lookAtFamily(rank, family);
			}
			for (Question question : asked) {
				if (problem == null && found.contains(question.claim)) {
					decide(question, PeerSearch.Finding.OWN);
				} else {
					waiting.add(question);
				}
			}
			searchIfIdle();
		});
	}

	private void searchIfIdle() {
		if (searching || waiting.isEmpty()) {
			return;
		}
		searching = true;
		long begun = System.nanoTime();
		List<Question> asked = List.copyOf(waiting);
		waiting.clear();
		List<PeerSearch.Claim> claims = asked.stream().map(Question::claim).toList();
		thread.whenDone(thread.aside(() -> PeerSearch.search(namespaces.marker().limit(), claims)), (found, problem) -> {
			thread.schedule(Duration.ofNanos(System.nanoTime() - begun), () -> {
				searching = false;
				searchIfIdle();
			});
			asked.forEach(question -> decide(question, finding(found, question.claim)));
		});
	}

	private static PeerSearch.Finding finding(@Nullable Map<PeerSearch.Claim, PeerSearch.Finding> found, PeerSearch.Claim claim) {
		PeerSearch.Finding finding = found == null ? null : found.get(claim);
		return finding == null ? PeerSearch.Finding.UNKNOWN : finding;
	}

	private void decide(Question question, PeerSearch.Finding finding) {
		RankRun rank = question.rank;
		OptionalInt pid = question.claim.pid();
		if (pid.isPresent() && !pid.equals(rank.pid())) {
			question.answer.completeExceptionally(
					new PmixException(Status.ERR_NOT_FOUND, "rank " + rank.proc().rank() + " was started again meanwhile"));
			return;
		}
		switch (finding.relation()) {
			case OWN -> rank.connectsItself();
			case HANDED_ON -> {
				if (!rank.proc().nspace().equals(handedOn)) {
					handedOn = rank.proc().nspace();
					HostLog.log(Level.WARNING, finding.text());
				}
			}
			case FOREIGN -> question.answer.completeExceptionally(new PmixException(Status.ERR_NO_PERMISSIONS, finding.text()));
			case UNKNOWN -> HostLog.log(Level.DEBUG, "the process that connects as " + rank.proc() + " cannot be found");
		}
		question.answer.complete(null);
	}

	/** Accepts a tool of this process's user, and gives a name to one without. */
	CompletionStage<Proc> tool(Infos infos) throws PmixException {
		assert thread.inThread();
		int uid = infos.get(IdentityAttributes.USERID).orElse(user.uid());
		if (uid != user.uid()) {
			throw new PmixException(Status.ERR_NO_PERMISSIONS, "a tool of user " + Integer.toUnsignedString(uid)
					+ " was refused: this host accepts only tools of user " + Integer.toUnsignedString(user.uid()));
		}
		Optional<String> nspace = infos.get(JobAttributes.NSPACE);
		Optional<Rank> rank = infos.get(ProcAttributes.RANK);
		return CompletableFuture.completedFuture(
				nspace.isPresent() && rank.isPresent() ? new Proc(nspace.get(), rank.get()) : Proc.of(namespaces.nextTool(), 0));
	}
}
