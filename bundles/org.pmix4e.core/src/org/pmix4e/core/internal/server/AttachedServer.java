// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.text.MessageFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.output.BufferSink;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.FoundServer;
import org.pmix4e.core.model.SessionAction;
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.Session;
import org.pmix4j.tool.PmixTool;

/**
 * A server that another program has started, and to which this workbench is attached. Its sessions are unknown, so that all jobs are in
 * one. Owned by the {@link EngineModel} until it is detached; owns its engine.
 */
final class AttachedServer extends ServerNode {
	private final PmixTool tool;
	private final String address;
	private final String name;
	/** Its process; empty if it is unknown. */
	private final Optional<FoundServer> process;
	private final EngineEvents events;
	private final CompletableFuture<JobEngine> engine = new CompletableFuture<>();

	/**
	 * @param tool    attached to the server; closed with the engine
	 * @param address as the user has entered it
	 * @param process of the server; empty if it is unknown
	 */
	AttachedServer(EngineModel model, PmixTool tool, String address, Optional<FoundServer> process) {
		super(model, new Session(0, List.of()));
		this.tool = tool;
		this.address = address;
		this.process = process;
		name = tool.server().nspace();
		events = new EngineEvents(model);
	}

	/** Adds it to the model and begins to follow its jobs. */
	void begin() {
		events.server(this);
		model().add(this);
		ServerEngine begun = ServerEngine.following(tool, events, this::sink);
		engine.complete(begun);
		begun.lost().thenAccept(this::lost);
	}

	private OutputSink sink(Job job) {
		return find(job.nspace()).flatMap(NamespaceNode::watchedOutput).<OutputSink>map(BufferSink::new).orElse(OutputSink.DISCARD);
	}

	/** Returns the engine, whose first events may come just before it is known. */
	@Override
	JobEngine engine() {
		return engine.join();
	}

	@Override
	void lost(String reason) {
		super.lost(reason);
		Thread.startVirtualThread(engine()::close);
	}

	@Override
	public void detach() {
		events.stop();
		model().remove(this);
		session().namespaces().forEach(NamespaceNode::endOutput);
		session().namespaces().forEach(job -> job.debugged().ifPresent(DebuggedJob::gone));
		Thread.startVirtualThread(engine()::close);
	}

	@Override
	public boolean isAttached() {
		return true;
	}

	@Override
	public boolean hasEnded() {
		return loss().isPresent() || session().namespaces().stream().anyMatch(job -> job.state().isEnded());
	}

	@Override
	public void removeEnded() {
		if (loss().isPresent()) {
			detach();
		} else {
			session().namespaces().stream().filter(job -> job.state().isEnded()).forEach(model()::remove);
		}
	}

	@Override
	public String name() {
		return name;
	}

	@Override
	public String title() {
		return process.map(FoundServer::name).orElseGet(() -> MessageFormat.format(Messages.AttachedServer_title, name));
	}

	@Override
	public OptionalInt pid() {
		return process.map(known -> OptionalInt.of(Integer.parseInt(known.address()))).orElse(OptionalInt.empty());
	}

	@Override
	public Optional<String> command() {
		return process.map(FoundServer::command);
	}

	@Override
	public String uri() {
		return address;
	}

	@Override
	public ElementState state() {
		return loss().isEmpty() ? ElementState.RUNNING : ElementState.FINISHED;
	}

	@Override
	String nameOf(Session of) {
		return name;
	}

	@Override
	List<String> nodes(Session of) {
		return session().namespaces().stream().flatMap(job -> job.ranks().stream()).flatMap(rank -> rank.node().stream()).distinct().toList();
	}

	@Override
	void control(Session which, SessionAction action) {
		throw new IllegalStateException("an attached server has its default session only");
	}
}
