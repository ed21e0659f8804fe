// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.registry;

import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;

import java.util.Locale;
import java.util.StringJoiner;
import org.pmix4j.model.Rank;
import org.pmix4j.server.internal.cleanup.CleanupSet;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.jobinfo.JobInfoDeriver;

/** What the server knows of a namespace and of its local processes. Owned by {@link NamespaceRegistry}, on the loop. */
public final class Namespace {
	private final String name;
	/** What is to be deleted when the namespace ends. */
	private final CleanupSet cleanup = new CleanupSet();
	private final TreeMap<Integer, Client> clients = new TreeMap<>(Integer::compareUnsigned);
	private Optional<JobInfo> told = Optional.empty();
	/** What was told and what follows from it. */
	private Optional<JobInfo> complete = Optional.empty();
	/** What the host tells of all jobs. */
	private Optional<JobInfo> common;
	private Optional<JobInfo> jobInfo = Optional.empty();
	private int localProcs;
	private boolean adopted;

	Namespace(String name, Optional<JobInfo> common) {
		this.name = name;
		this.common = common;
	}

	/** @return its name */
	public String name() {
		return name;
	}

	/** @return what is to be deleted when the namespace ends */
	public CleanupSet cleanup() {
		return cleanup;
	}

	/** What the host tells of all jobs has changed. */
	void setCommon(Optional<JobInfo> infos) {
		common = infos;
		join();
	}

	/** What is told of this job wins. */
	private void join() {
		jobInfo = complete.map(own -> common.map(all -> all.with(own)).orElse(own));
	}

	/**
	 * The host tells of it, which may be after its first client was registered, or once more: then that is added.
	 *
	 * @param local    how many of its processes are local
	 * @param infos    what the host tells
	 * @param derived  the same and what follows from it
	 */
	public void define(int local, JobInfo infos, JobInfo derived) {
		Optional<JobInfo> all = told.map(before -> before.with(infos));
		complete = Optional.of(all.map(both -> JobInfoDeriver.complete(name, both)).orElse(derived));
		told = Optional.of(all.orElse(infos));
		join();
		localProcs = local;
		adopted = false;
	}

	/** A tool, or a process that nobody has registered, brings a namespace of its own, which ends with its connection. */
	public void adopt(Client stranger) {
		add(stranger);
		adopted = true;
	}

	/** What the strangers in it are told; all of them are here. */
	public void describe(JobInfo info) {
		localProcs = clients.size();
		complete = Optional.of(info);
		join();
	}

	/** A stranger has left others behind. */
	public void remove(Client stranger) {
		clients.remove(stranger.proc().rank().value());
	}

	/** @return whether it ends with the last connection */
	public boolean isAdopted() {
		return adopted;
	}

	/** @return the job's data; empty while only clients are registered */
	public Optional<JobInfo> jobInfo() {
		return jobInfo;
	}

	/** @return whether it is known how many processes are local, and each of them */
	public boolean isComplete() {
		return jobInfo.isPresent() && clients.size() >= localProcs;
	}

	/** @return whether all processes of the job are clients of this server: also if nobody has told how many there are */
	public boolean isLocal() {
		return jobInfo.isPresent() && (jobInfo.get().size() == 0 || jobInfo.get().size() == localProcs);
	}

	public int localProcs() {
		return localProcs;
	}

	/** One that is there already is replaced, and what it has goes over to the new one, unless the old one has ended. */
	public void add(Client client) {
		Client before = clients.put(client.proc().rank().value(), client);
		if (before != null && before.state() != Client.State.ENDED) {
			client.takeOver(before);
		}
	}

	public Optional<Client> client(Rank rank) {
		return Optional.ofNullable(clients.get(rank.value()));
	}

	/** @return in the order of their ranks */
	public Collection<Client> clients() {
		return clients.values();
	}

	/** Appends a line that tells which local processes are connected and which are not. */
	void dump(StringBuilder out) {
		out.append("  namespace ").append(name).append(": ").append(clients().stream().filter(Client::isConnected).count()).append(" of ")
				.append(localProcs).append(" local processes connected");
		for (Client.State state : new Client.State[] { Client.State.EXPECTED, Client.State.LOST, Client.State.ENDED }) {
			StringJoiner ranks = new StringJoiner(", ", ", " + state.name().toLowerCase(Locale.ROOT) + " ", "").setEmptyValue("");
			clients().stream().filter(client -> client.state() == state).forEach(client -> ranks.add(client.proc().rank().toString()));
			out.append(ranks);
		}
		int missing = localProcs - clients.size();
		out.append(missing > 0 ? ", " + missing + " not registered" : "").append(jobInfo.isPresent() ? "" : ", not defined").append('\n');
	}
}
