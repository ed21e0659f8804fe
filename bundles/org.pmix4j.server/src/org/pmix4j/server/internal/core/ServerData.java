// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.jobinfo.JobInfoReader;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.internal.setup.Inventory;
import org.pmix4j.server.options.ServerOptions;

/**
 * Accepts data from the host that do not belong to a job or process: process sets, data for all jobs, the environment of applications, and
 * the inventory of nodes. Created by {@link ServerCore}. Any thread may call it; the state changes on the loop.
 */
public final class ServerData {
	private final LoopCalls calls;
	private final ServerOptions options;
	private final ServerParts parts;

	ServerData(LoopCalls calls, ServerOptions options, ServerParts parts) {
		this.calls = calls;
		this.options = options;
		this.parts = parts;
	}

	/**
	 * @param name    of a process set
	 * @param members of the set
	 * @return done when the set is defined
	 */
	public CompletableFuture<Void> defineProcessSet(String name, List<Proc> members) {
		return calls.change(() -> parts.processSets().define(name, members));
	}

	/**
	 * @param name of a process set
	 * @return done when the set is deleted
	 */
	public CompletableFuture<Void> deleteProcessSet(String name) {
		return calls.change(() -> parts.processSets().delete(name));
	}

	/**
	 * @param infos for all jobs
	 * @return done when they are known
	 */
	public CompletableFuture<Void> registerResources(Infos infos) {
		return calls.change(() -> {
			List<Info> all = new ArrayList<>(registry().resources().list());
			all.removeIf(before -> infos.stream().anyMatch(now -> replaces(now, before)));
			all.addAll(infos.list());
			setResources(new Infos(all));
		});
	}

	/** Returns whether one info replaces another. Several arrays with the same key may stay, because they are about different things. */
	private static boolean replaces(Info now, Info before) {
		return now.equals(before) || now.key().equals(before.key()) && !(now.value() instanceof DataArray);
	}

	/**
	 * @param keys of data for all jobs
	 * @return done when the data are removed
	 */
	public CompletableFuture<Void> deregisterResources(Set<String> keys) {
		return calls.change(() -> setResources(registry().resources().without(keys)));
	}

	private NamespaceRegistry registry() {
		return parts.registry();
	}

	private void setResources(Infos all) throws PmixException {
		registry().setResources(all, JobInfoReader.read(all, options.hostname(), options.limits()));
	}

	/**
	 * @param directives what to gather
	 * @param variables  of the launcher
	 * @return for the servers of the nodes
	 */
	public CompletableFuture<Infos> setupApplication(Infos directives, Map<String, String> variables) {
		try {
			return CompletableFuture.completedFuture(parts.setup().gather(directives, variables));
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	/**
	 * @param nspace   the job's name
	 * @param gathered what {@link #setupApplication} gathered for it
	 * @return done when it is taken over
	 */
	public CompletableFuture<Void> setupLocalSupport(String nspace, Infos gathered) {
		return calls.change(() -> parts.setup().take(nspace, gathered));
	}

	/** @return the inventory of this node */
	public CompletableFuture<Infos> collectInventory() {
		try {
			return CompletableFuture.supplyAsync(() -> Inventory.of(options.hostname()), options.executor());
		} catch (RejectedExecutionException | OutOfMemoryError e) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_OUT_OF_RESOURCE, "the executor rejected the task", e));
		}
	}
}
