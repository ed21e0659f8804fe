// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4e.core.model.ElementState;
import org.pmix4j.dvm.EngineStart;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.Session;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;

/**
 * The server in which one launch runs its job: one that was started for it and ends with it, or a running one that others have started.
 * Owned by {@link LaunchEngines}; its row goes with that of the job.
 */
final class LaunchServer extends ServerNode {
	private final EngineStart start;
	private final boolean isOwn;
	private final EngineEvents events;
	private final CompletableFuture<ServerEngine> engine = new CompletableFuture<>();
	private volatile List<String> nodes = List.of();
	private volatile boolean isOver;

	/**
	 * @param start of the server
	 * @param isOwn whether the server ends with the launch, so that all its jobs belong to that
	 */
	LaunchServer(EngineModel model, EngineStart start, boolean isOwn) {
		super(model, new Session(0, List.of()));
		this.start = start;
		this.isOwn = isOwn;
		events = new EngineEvents(model);
	}

	/**
	 * Waits until the server is ready. Blocks.
	 *
	 * @throws PmixException if there will be no server; the message says why, and may have several lines
	 */
	void open() throws PmixException {
		events.server(this);
		ServerEngine ready = isOwn ? start.following(events) : start.launching(events);
		engine.complete(ready);
		ready.lost().thenAccept(this::lost);
	}

	/** Asks for the names of its nodes; fails if it does not answer. */
	CompletableFuture<List<String>> askNodes() {
		return engine.join().askNodes().thenApply(all -> all.stream().map(Node::name).toList());
	}

	/** Launches the job, and adds the server to the model. */
	Job launch(JobSpec order, LaunchedJob process) {
		model().add(this);
		askNodes().thenAccept(all -> {
			nodes = all;
			model().changed(session());
		});
		return engine.join().launch(order, events.forLaunch(process));
	}

	/** Ends its jobs and, if it is the launch's own, the server, also one that is still starting. Blocks for seconds at most. */
	void close() {
		isOver = true;
		ServerEngine ready = engine.getNow(null);
		if (ready == null) {
			start.close();
		} else {
			ready.close();
			model().changed(this);
			model().removeIfEmpty(this);
		}
	}

	/** Returns the engine, whose first events may come just before it is known. */
	@Override
	JobEngine engine() {
		return engine.join();
	}

	@Override
	boolean isOver() {
		return isOver;
	}

	@Override
	public String name() {
		return engine().name();
	}

	@Override
	public String title() {
		String name = engine().name();
		return Character.toUpperCase(name.charAt(0)) + name.substring(1);
	}

	/** Returns nothing: the engine does not report it. */
	@Override
	public String uri() {
		return "";
	}

	@Override
	public ElementState state() {
		return loss().isPresent() ? ElementState.FAILED : isOver ? ElementState.FINISHED : ElementState.RUNNING;
	}

	@Override
	public void detach() {
		throw new IllegalStateException(name() + " belongs to a launch");
	}

	@Override
	String nameOf(Session of) {
		return name();
	}

	@Override
	List<String> nodes(Session of) {
		return nodes;
	}

	@Override
	CompletableFuture<Infos> control(Session which, Infos directives) {
		throw new IllegalStateException("the server of a launch has its default session only");
	}
}
