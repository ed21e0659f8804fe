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
import org.pmix4j.dvm.ServerEngine;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.Node;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.Session;
import org.pmix4j.model.Infos;
import org.pmix4j.tool.PmixTool;

/**
 * A server that another program has started, and to which this workbench is attached. All jobs are in one session if it is a server that
 * does not report its sessions, such as PRRTE's. Owned by the {@link EngineModel} until it is detached; owns its engine.
 */
final class AttachedServer extends ServerNode {
	/** Stands for the default session until the server reports that, which it need not. */
	private static final Session UNREPORTED = new Session(0, List.of());

	private final PmixTool tool;
	private final String address;
	private final String name;
	/** Its process; empty if it is unknown. */
	private final Optional<FoundServer> process;
	private final EngineEvents events;
	private final CompletableFuture<ServerEngine> engine = new CompletableFuture<>();

	/**
	 * @param tool    attached to the server; closed with the engine
	 * @param address as the user has entered it
	 * @param process of the server; empty if it is unknown
	 */
	AttachedServer(EngineModel model, PmixTool tool, String address, Optional<FoundServer> process) {
		super(model, UNREPORTED);
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
		namespaces().forEach(NamespaceNode::endOutput);
		namespaces().forEach(job -> job.debugged().ifPresent(DebuggedJob::gone));
		Thread.startVirtualThread(engine()::close);
	}

	@Override
	public boolean isAttached() {
		return true;
	}

	@Override
	public boolean hasEnded() {
		return loss().isPresent() || namespaces().stream().anyMatch(job -> job.state().isEnded());
	}

	@Override
	public void removeEnded() {
		if (loss().isPresent()) {
			detach();
		} else {
			namespaces().stream().filter(job -> job.state().isEnded()).forEach(model()::remove);
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
		return of == UNREPORTED ? name : Integer.toUnsignedString(of.id());
	}

	@Override
	List<String> nodes(Session of) {
		if (of != UNREPORTED) {
			return of.nodes().stream().map(Node::name).toList();
		}
		return namespaces().stream().flatMap(job -> job.ranks().stream()).flatMap(rank -> rank.node().stream()).distinct().toList();
	}

	@Override
	CompletableFuture<Infos> control(Session which, Infos directives) {
		return engine.join().control(which.id(), directives);
	}
}
