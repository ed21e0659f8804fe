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

/** A namespace with its job data and its local processes. Owned by {@link NamespaceRegistry}, on the server's loop. */
public final class Namespace {
	private final String name;
	/** Files to delete when the namespace ends. */
	private final CleanupSet cleanup = new CleanupSet();
	private final TreeMap<Integer, Client> clients = new TreeMap<>(Integer::compareUnsigned);
	private Optional<JobInfo> given = Optional.empty();
	/** The registered and the derived data. */
	private Optional<JobInfo> complete = Optional.empty();
	/** Data that the host has registered for all jobs. */
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

	/** @return the files to delete when the namespace ends */
	public CleanupSet cleanup() {
		return cleanup;
	}

	/** Replaces the data that the host has registered for all jobs. */
	void setCommon(Optional<JobInfo> infos) {
		common = infos;
		join();
	}

	/** Combines both kinds of data; the job's take precedence. */
	private void join() {
		jobInfo = complete.map(own -> common.map(all -> all.with(own)).orElse(own));
	}

	/**
	 * Sets the job data, or adds to them if they are registered once more. Clients may be registered before.
	 *
	 * @param local   the number of local processes
	 * @param infos   the data from the host
	 * @param derived the same with derived data
	 * @return all registered and derived data of this job so far; {@code derived} itself at the first registration
	 */
	public JobInfo define(int local, JobInfo infos, JobInfo derived) {
		Optional<JobInfo> all = given.map(before -> before.with(infos));
		JobInfo now = all.map(both -> JobInfoDeriver.complete(name, both)).orElse(derived);
		complete = Optional.of(now);
		given = Optional.of(all.orElse(infos));
		join();
		localProcs = local;
		adopted = false;
		return now;
	}

	/** Adds a tool or another unregistered process. A namespace of such processes ends with their last connection. */
	public void adopt(Client client) {
		add(client);
		adopted = true;
	}

	/** Sets the job data of a namespace of unregistered processes, all of which are local. */
	public void describe(JobInfo info) {
		localProcs = clients.size();
		complete = Optional.of(info);
		join();
	}

	/** Removes an unregistered process whose last connection has ended. */
	public void remove(Client client) {
		clients.remove(client.proc().rank().value());
	}

	/** @return whether it consists of unregistered processes, so that it ends with the last connection */
	public boolean isAdopted() {
		return adopted;
	}

	/** @return the job data; empty while only clients are registered */
	public Optional<JobInfo> jobInfo() {
		return jobInfo;
	}

	/** @return whether the number of local processes is known, and each of them is registered */
	public boolean isComplete() {
		return jobInfo.isPresent() && clients.size() >= localProcs;
	}

	/** @return whether all processes of the job are clients of this server, which is assumed if the job size is unknown */
	public boolean isLocal() {
		return jobInfo.isPresent() && (jobInfo.get().size() == 0 || jobInfo.get().size() == localProcs);
	}

	public int localProcs() {
		return localProcs;
	}

	/** Adds a client. It takes over the state of an earlier registration, unless that has ended. */
	public void add(Client client) {
		Client before = clients.put(client.proc().rank().value(), client);
		if (before != null && before.state() != Client.State.ENDED) {
			client.takeOver(before);
		}
	}

	public Optional<Client> client(Rank rank) {
		return Optional.ofNullable(clients.get(rank.value()));
	}

	/** @return the local processes in the order of their ranks */
	public Collection<Client> clients() {
		return clients.values();
	}

	/** Appends a line with the connected and the missing local processes. */
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
