// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import org.eclipse.lsp4j.debug.Capabilities;
import org.eclipse.lsp4j.debug.ConfigurationDoneArguments;
import org.eclipse.lsp4j.debug.ContinuedEventArguments;
import org.eclipse.lsp4j.debug.DisconnectArguments;
import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.EvaluateArgumentsContext;
import org.eclipse.lsp4j.debug.ExitedEventArguments;
import org.eclipse.lsp4j.debug.InitializeRequestArguments;
import org.eclipse.lsp4j.debug.InitializeRequestArgumentsPathFormat;
import org.eclipse.lsp4j.debug.OutputEventArguments;
import org.eclipse.lsp4j.debug.OutputEventArgumentsCategory;
import org.eclipse.lsp4j.debug.PauseArguments;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.TerminatedEventArguments;
import org.eclipse.lsp4j.debug.ThreadEventArguments;
import org.eclipse.lsp4j.debug.launch.DSPLauncher;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.eclipse.lsp4j.jsonrpc.JsonRpcException;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.spi.LastWords;
import org.pmix4e.dap.internal.Messages;

// Long because requests, events and the ways in which a session begins and ends share its state.
/**
 * A debug adapter that runs for one process. Owned by the debugger of that process, which closes it. Any thread may send requests, each of
 * which has a time limit; events arrive one after the other on threads of the session.
 *
 * @see "Debug Adapter Protocol, overview: https://microsoft.github.io/debug-adapter-protocol/overview"
 */
public final class AdapterSession implements AutoCloseable {
	/** A slow machine takes long to read the symbols of a large program. */
	private static final int LIMIT_SECONDS = 60;
	private static final int END_SECONDS = 1;
	/** How long debugpy takes to say why it could not load itself into a process. */
	private static final int REASON_SECONDS = 1;
	private static final Path TRACE_SCOPE = Path.of("/proc/sys/kernel/yama/ptrace_scope");

	/** The reason of GDB's stop when it attaches, before its reply; LLDB resumes the process by itself. */
	private static final String ATTACHED = "attach";
	private static final int FIRST_THREAD = 1;
	private static final String CORE_FILE = "coreFile";
	private static final String LOOPBACK = "127.0.0.1";

	private final DebugAdapter adapter;
	private final Process process;
	private final IDebugProtocolServer server;
	private final AdapterListener listener;
	private final EventOrder events;
	private final LastWords words;
	private final CompletableFuture<Void> initialized = new CompletableFuture<>();
	/** The port at which the adapter waits for a Python process. */
	private final CompletableFuture<Integer> waiting = new CompletableFuture<>();
	/** Fails when the adapter has ended, and never completes otherwise. */
	private final CompletableFuture<Void> gone = new CompletableFuture<>();
	/** Follows how debugpy is loaded into a process that runs; null if it need not be, or is. */
	private volatile @Nullable Injection injection;
	private volatile Capabilities capabilities = new Capabilities();
	/** Whether the adapter is GDB, which is known by its stop when it attaches. */
	private volatile boolean isGdb;
	/** Whether the adapter has reported a stop. */
	private volatile boolean hasStopped;
	/** Whether the process has ended, which is no failure of the request that let it go on. */
	private volatile boolean isOver;
	/** Whether the adapter must not be killed at the end of the session, because it still replies. */
	private volatile boolean isDetaching;
	private final PauseRequests pauses = new PauseRequests();
	private final AtomicBoolean ended = new AtomicBoolean();

	private AdapterSession(DebugAdapter adapter, Process process, AdapterListener listener) {
		this.adapter = adapter;
		this.process = process;
		this.listener = listener;
		events = new EventOrder("pmix4e-adapter-events-" + process.pid(), () -> broken(Messages.AdapterException_flood));
		words = LastWords.of(process);
		RunningAdapters.add(process);
		AdapterOutput output = new AdapterOutput(process.getInputStream());
		ExecutorService reader = Executors.newSingleThreadExecutor(
				Thread.ofPlatform().daemon().name("pmix4e-adapter-" + process.pid()).factory());
		Launcher<IDebugProtocolServer> launcher = DSPLauncher.createClientLauncher(new Client(), output, process.getOutputStream(), reader,
				messages -> messages);
		server = launcher.getRemoteProxy();
		launcher.startListening();
		reader.execute(() -> readerEnded(output)); // after the messages, however their reading ends
		reader.shutdown();
		process.onExit().thenRun(this::gone);
	}

	/**
	 * Starts an adapter.
	 *
	 * @param adapter  to be started
	 * @param listener receives its events
	 * @return the session; {@link #attach} must follow
	 * @throws AdapterException if it cannot be started
	 */
	public static AdapterSession start(DebugAdapter adapter, AdapterListener listener) throws AdapterException {
		try {
			return new AdapterSession(adapter, new ProcessBuilder(adapter.command()).start(), listener);
		} catch (IOException e) {
			throw new AdapterException(MessageFormat.format(Messages.AdapterException_notStarted, adapter.name(), e.getMessage()), e);
		}
	}

	/** @return the adapter that runs */
	public DebugAdapter adapter() {
		return adapter;
	}

	/** Ends an adapter that lives on without sending messages: no request would ever get a reply. */
	private void readerEnded(AdapterOutput output) {
		if (!endsSoon()) {
			broken(output.fault().orElse(Messages.AdapterException_silent));
		}
	}

	/** @return whether the adapter has ended or failed */
	public boolean hasEnded() {
		return gone.isDone();
	}

	private void broken(String reason) {
		String text = MessageFormat.format(Messages.AdapterException_noMessages, adapter.name(), reason, words.line());
		gone.completeExceptionally(new IOException(text));
		close();
	}

	private void notLoaded(Injection failed) {
		gone.completeExceptionally(new IOException(MessageFormat.format(Messages.AdapterException_notLoaded, failed.reason()).strip() + hint()));
		close();
	}

	private void gone() {
		gone.completeExceptionally(
				new IOException(MessageFormat.format(Messages.AdapterException_ended, adapter.name(), words.line())));
		end();
	}

	/**
	 * Attaches to a process, which stops meanwhile. Then it runs on.
	 *
	 * @param pid       of the process
	 * @param configure sends the breakpoints, before the process can run on
	 * @throws AdapterException if the adapter cannot attach
	 */
	public void attach(long pid, Configuration configure) throws AdapterException {
		if (adapter.isOfPython()) {
			injection = new Injection();
			begin(ofPython("processId", pid), configure);
			injection = null;
		} else {
			begin(Map.of("pid", pid), configure);
		}
		// GDB 16 reports success even if it cannot attach
		requireThreads(MessageFormat.format(Messages.AdapterException_noProcess, Long.toString(pid)) + hint());
		if (!adapter.isElsewhere()) {
			DeathWatch watch = new DeathWatch(pid, () -> {
				isOver = true;
				close();
			});
			gone.exceptionally(problem -> {
				watch.close();
				return null;
			});
		}
		if (isGdb) {
			go(Motion.CONTINUE, FIRST_THREAD);
		}
	}

	/**
	 * Attaches to a Python process that has connected to this one and waits there. Then it runs on.
	 *
	 * @param rank      the connection of the process; closed at the end of the session
	 * @param configure sends the breakpoints, before the process can run on
	 * @throws AdapterException if the adapter cannot attach
	 */
	public void accept(Socket rank, Configuration configure) throws AdapterException {
		waiting.thenAcceptAsync(port -> {
			try {
				RankRelay.start(rank, port);
			} catch (IOException e) {
				broken(String.valueOf(e.getMessage()));
			}
		}, Thread::startVirtualThread);
		begin(ofPython("listen", Map.of("host", LOOPBACK, "port", 0)), configure);
	}

	/**
	 * Opens the core file of a process that has ended. The listener receives a stop where the signal arrived; the process never goes on.
	 *
	 * @param program the executable file of the process
	 * @param core    its core file
	 * @throws AdapterException if the adapter cannot open it
	 */
	public void openCore(Path program, Path core) throws AdapterException {
		try {
			begin(Map.of("program", program.toString(), CORE_FILE, core.toString()), session -> {
				// a core does not reach breakpoints
			});
		} catch (AdapterException e) {
			if (!e.getMessage().contains(GdbWords.NO_CORES)) {
				throw e;
			}
			openCoreInGdb(program, core);
		}
		requireThreads(MessageFormat.format(Messages.AdapterException_noCore, core));
		if (!hasStopped) {
			StoppedEventArguments event = new StoppedEventArguments();
			event.setReason("signal");
			events.add(() -> listener.stopped(event));
		}
	}

	/** Opens a core by commands of GDB, whose releases up to 16 open none by the protocol (gdb/python/lib/gdb/dap/launch.py). */
	private void openCoreInGdb(Path program, Path core) throws AdapterException {
		EvaluateArguments arguments = new EvaluateArguments();
		arguments.setContext(EvaluateArgumentsContext.REPL);
		arguments.setExpression(GdbWords.openCore(program, core));
		request("evaluate", server -> server.evaluate(arguments));
	}

	private void requireThreads(String reason) throws AdapterException {
		if (request("threads", IDebugProtocolServer::threads, listed -> listed.getThreads().length) == 0) {
			throw new AdapterException(MessageFormat.format(Messages.AdapterException_refused, adapter.name(), "attach", reason));
		}
	}

	private static Map<String, Object> ofPython(String key, Object value) {
		return Map.of(key, value, "justMyCode", true, "subProcess", false);
	}

	private void begin(Map<String, Object> target, Configuration configure) throws AdapterException {
		InitializeRequestArguments start = new InitializeRequestArguments();
		start.setClientID("org.pmix4e");
		start.setClientName("PMIx4E");
		start.setAdapterID(adapter.name());
		start.setPathFormat(InitializeRequestArgumentsPathFormat.PATH);
		start.setLinesStartAt1(true);
		start.setColumnsStartAt1(true);
		start.setSupportsVariableType(true);
		capabilities = request("initialize", server -> server.initialize(start), Objects::requireNonNull);
		// some adapters reply only after configurationDone, others send the event "initialized" only after their reply
		CompletableFuture<Void> reply = server.attach(target);
		CompletableFuture<Void> failed = new CompletableFuture<>();
		reply.whenComplete((nothing, error) -> {
			if (error != null) {
				failed.completeExceptionally(error);
			}
		});
		try {
			await("attach", CompletableFuture.anyOf(initialized, failed));
			configure.send(this);
			request("configurationDone", server -> server.configurationDone(new ConfigurationDoneArguments()));
			await("attach", reply);
		} catch (AdapterException e) {
			throw reply.isCompletedExceptionally() && !target.containsKey(CORE_FILE) ? new AdapterException(e.getMessage() + hint()) : e;
		}
	}

	/**
	 * Lets the process go on, perhaps to its end.
	 *
	 * @param motion how
	 * @param thread the number of the thread that makes a step; any thread to continue
	 * @throws AdapterException if the adapter refuses, ends before the process or does not reply in time
	 */
	public void go(Motion motion, int thread) throws AdapterException {
		pauses.goesOn();
		try {
			request(motion.title(), server -> isGdb ? motion.inGdb(server, thread) : motion.plain(server, thread));
		} catch (AdapterException e) {
			// GDB may find the process gone while it lets a fatal signal pass, before it reports the end
			if (!isOver && !e.getMessage().contains("No such process")) {
				throw e;
			}
		}
	}

	/**
	 * Stops the process, which an event tells; does nothing if it has stopped. Asks the adapter again until the process stops, for half a
	 * minute.
	 *
	 * @param thread the number of any thread: all of them stop
	 * @throws AdapterException if the adapter refuses, ends or does not reply in time
	 */
	public void pause(int thread) throws AdapterException {
		PauseArguments arguments = new PauseArguments();
		arguments.setThreadId(thread);
		request("pause", server -> pauses.pause(server, arguments));
	}

	/** @return whether variables can be changed; false before {@link #attach} */
	public boolean canSetVariables() {
		return Boolean.TRUE.equals(capabilities.getSupportsSetVariable());
	}

	/** Sends the breakpoints of a session that begins. */
	@FunctionalInterface
	public interface Configuration {
		/**
		 * @param session to which requests may be sent
		 * @throws AdapterException if a request fails
		 */
		void send(AdapterSession session) throws AdapterException;
	}

	private String hint() {
		try {
			return adapter.isElsewhere() || Files.readString(TRACE_SCOPE).strip().equals("0") ? "" : Messages.AdapterException_traceScope;
		} catch (IOException e) {
			return ""; // a kernel without that limit
		}
	}

	/**
	 * Sends a request and waits for the reply.
	 *
	 * @param name    the name of the request, for messages
	 * @param request sends it
	 * @return the reply
	 * @throws AdapterException if the adapter refuses, ends or does not reply in time
	 */
	public <T> T request(String name, Function<IDebugProtocolServer, ? extends CompletableFuture<? extends T>> request)
			throws AdapterException {
		try {
			return await(name, request.apply(server));
		} catch (JsonRpcException e) {
			throw failure(name, e);
		}
	}

	/**
	 * Sends a request, waits for the reply and reads it.
	 *
	 * @param name    the name of the request, for messages
	 * @param request sends it
	 * @param reader  may throw NullPointerException, as adapters leave out what the protocol requires
	 * @return what was read
	 * @throws AdapterException if the adapter refuses, ends, does not reply in time or sends an invalid reply
	 */
	public <T, R> R request(String name, Function<IDebugProtocolServer, ? extends CompletableFuture<? extends T>> request,
			Function<? super T, R> reader) throws AdapterException {
		T reply = request(name, request);
		try {
			return reader.apply(reply);
		} catch (NullPointerException e) {
			throw new AdapterException(MessageFormat.format(Messages.AdapterException_invalid, adapter.name(), name), e);
		}
	}

	private <T> T await(String name, CompletableFuture<? extends T> reply) throws AdapterException {
		try {
			CompletableFuture.anyOf(reply, gone).get(LIMIT_SECONDS, TimeUnit.SECONDS);
			return reply.join(); // complete, because the other future only fails
		} catch (TimeoutException e) {
			throw new AdapterException(MessageFormat.format(Messages.AdapterException_late, adapter.name(), name, LIMIT_SECONDS), e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new AdapterException(MessageFormat.format(Messages.AdapterException_interrupted, adapter.name()), e);
		} catch (ExecutionException | CancellationException e) {
			throw failure(name, e.getCause() == null ? e : e.getCause());
		}
	}

	private AdapterException failure(String name, Throwable cause) {
		if (cause instanceof ResponseErrorException refusal) {
			return new AdapterException(MessageFormat.format(Messages.AdapterException_refused, adapter.name(), name, refusal.getMessage()),
					cause);
		}
		if (gone.isCompletedExceptionally()) {
			return new AdapterException(String.valueOf(gone.exceptionNow().getMessage()), cause);
		}
		return new AdapterException(MessageFormat.format(Messages.AdapterException_ended, adapter.name(), words.line()), cause);
	}

	/**
	 * Detaches from the process, which runs on; an adapter that has ended has done that. The last event follows.
	 *
	 * @throws AdapterException if the adapter does not do so
	 */
	public void detach() throws AdapterException {
		DisconnectArguments arguments = new DisconnectArguments();
		arguments.setTerminateDebuggee(false);
		isDetaching = true;
		try {
			request("disconnect", server -> server.disconnect(arguments));
		} catch (AdapterException e) {
			if (!endsSoon()) {
				throw e;
			}
		} finally {
			close();
			end();
		}
	}

	/** Returns whether the adapter has ended, or does so while this waits. */
	private boolean endsSoon() {
		try {
			return process.waitFor(END_SECONDS, TimeUnit.SECONDS);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return !process.isAlive();
		}
	}

	/** Ends the adapter at once. The kernel lets a process that is still attached run on. Does not wait. */
	@Override
	public void close() {
		process.toHandle().destroyForcibly(); // leaves its last words to their reader
	}

	private void processEnded() {
		isOver = true;
		end();
	}

	private void end() {
		if (ended.compareAndSet(false, true)) {
			pauses.stopped();
			events.end(() -> {
				listener.ended();
				if (!isDetaching) {
					close();
				}
			});
		}
	}

	/** Receives the events on the reading thread, which must not wait for replies. */
	private final class Client implements DebugpyClient {
		@Override
		public void initialized() {
			initialized.complete(null);
		}

		@Override
		public void waitingForServer(WaitingForServer event) {
			waiting.complete(event.port());
		}

		@Override
		public void output(OutputEventArguments event) {
			Injection pending = injection;
			if (pending != null && OutputEventArgumentsCategory.STDERR.equals(event.getCategory())) {
				pending.add(event.getOutput());
				if (pending.isComplete()) {
					notLoaded(pending);
				} else if (pending.hasFailed()) {
					CompletableFuture.delayedExecutor(REASON_SECONDS, TimeUnit.SECONDS).execute(() -> notLoaded(pending));
				}
			}
		}

		@Override
		public void stopped(StoppedEventArguments event) {
			if (ATTACHED.equals(event.getReason())) {
				isGdb = true;
			} else {
				hasStopped = true;
				pauses.stopped();
				events.add(() -> listener.stopped(event));
			}
		}

		@Override
		public void continued(ContinuedEventArguments event) {
			events.add(() -> listener.continued(event));
		}

		@Override
		public void thread(ThreadEventArguments event) {
			events.add(() -> listener.threadChanged(event));
		}

		@Override
		public void exited(ExitedEventArguments event) {
			processEnded();
		}

		@Override
		public void terminated(TerminatedEventArguments event) {
			processEnded();
		}
	}
}
