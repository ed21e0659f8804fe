// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.spi.FrameSources;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4e.core.spi.StoppedRanks;
import org.pmix4e.dap.NativePreferences;
import org.pmix4e.dap.internal.Messages;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterSearch;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4e.dap.internal.model.NativeSources;
import org.pmix4e.dap.internal.model.NativeTarget;

/**
 * Debugs the chosen ranks of a launch. When all ranks wait in PMIx_Init, attaches an adapter to each chosen one and then releases all; to
 * ranks that run it attaches at once. An adapter runs on the node of its rank. Without an adapter the ranks keep waiting, so that the user
 * can attach a debugger by hand. Owned by the launch; may be used from any thread.
 */
final class NativeRankDebugger implements RankDebugger {
	/** Adapters that start at the same time; each reads the symbols of the program and its libraries. */
	private static final int PARALLEL = Math.max(2, Runtime.getRuntime().availableProcessors());

	/** The commands to attach by hand that are shown; more would hide the output of the job. */
	private static final int MOST_COMMANDS = 8;

	private final List<Integer> chosen;
	private final String path;
	private final Optional<RankNodes> nodes;
	private final List<NativeTarget> targets = new CopyOnWriteArrayList<>();
	private List<? extends IProcess> processes = List.of();
	private Optional<ILaunch> launch = Optional.empty();
	private Consumer<String> messages = text -> {
	};
	private volatile boolean isClosed;

	/**
	 * @param path  the folders to search for debug adapters
	 * @param nodes where the ranks run; empty for this machine
	 */
	NativeRankDebugger(List<Integer> chosen, String path, Optional<RankNodes> nodes) {
		this.chosen = List.copyOf(chosen);
		this.path = path;
		this.nodes = nodes;
	}

	@Override
	public boolean stopsInInit() {
		return true;
	}

	@Override
	public synchronized void start(ILaunch debugged, List<? extends IProcess> ranks, Consumer<String> user) {
		processes = List.copyOf(ranks);
		launch = Optional.of(debugged);
		messages = user;
		FrameSources.add(debugged, new NativeSources());
	}

	@Override
	public void stopped(StoppedRanks ranks) {
		begin(() -> attachStopped(ranks));
	}

	private static void begin(Runnable attaching) {
		Thread.ofPlatform().daemon().name("pmix4e-attach").start(attaching);
	}

	private void attachStopped(StoppedRanks ranks) {
		Optional<DebugAdapter> adapter = ranks.chosen().isEmpty() ? Optional.empty() : adapter();
		if (adapter.isPresent()) {
			try {
				attachAll(adapter.get(), ranks.chosen());
			} finally {
				ranks.release();
			}
		} else if (ranks.chosen().isEmpty()) {
			ranks.release();
		} else {
			explain(ranks.chosen());
			user().accept(Messages.NativeRankDebugger_release);
		}
	}

	@Override
	public void attach() {
		begin(() -> adapter().ifPresentOrElse(adapter -> attachAll(adapter, chosen), () -> explain(chosen)));
	}

	private void attachAll(DebugAdapter adapter, List<Integer> ranks) {
		try (ExecutorService workers = Executors.newFixedThreadPool(PARALLEL, Thread.ofVirtual().name("pmix4e-attach-", 0).factory())) {
			List<CompletableFuture<Void>> attaching = new ArrayList<>();
			processes(ranks).forEach(rank -> attaching.add(CompletableFuture.runAsync(() -> attach(adapter, rank), workers)));
			attaching.forEach(CompletableFuture::join);
		}
	}

	/**
	 * Finds the adapter that the user has chosen or, without a choice, the best one.
	 *
	 * @param path the folders to search
	 */
	static Optional<DebugAdapter> adapter(String path) {
		String preferred = NativePreferences.adapter();
		return preferred.isEmpty() ? AdapterSearch.find(path) : AdapterSearch.chosen(List.of(DebugPlugin.parseArguments(preferred)));
	}

	/** Finds the adapter; otherwise says what to do. */
	private Optional<DebugAdapter> adapter() {
		String preferred = NativePreferences.adapter();
		Optional<DebugAdapter> found = adapter(path);
		if (found.isEmpty()) {
			user().accept(preferred.isEmpty() ? Messages.NativeRankDebugger_noAdapter
					: MessageFormat.format(Messages.NativeRankDebugger_noSuchAdapter, preferred));
		}
		return found;
	}

	private void explain(List<Integer> ranks) {
		List<? extends IProcess> waiting = processes(ranks);
		waiting.stream().limit(MOST_COMMANDS).forEach(rank -> user().accept(MessageFormat.format(Messages.NativeRankDebugger_byHand,
				rank.getLabel(), rank.getAttribute(IProcess.ATTR_PROCESS_ID))));
		if (waiting.size() > MOST_COMMANDS) {
			user().accept(MessageFormat.format(Messages.NativeRankDebugger_others, waiting.size() - MOST_COMMANDS));
		}
	}

	private synchronized List<? extends IProcess> processes(List<Integer> ranks) {
		return ranks.stream().map(processes::get).toList();
	}

	private synchronized Consumer<String> user() {
		return messages;
	}

	private void attach(DebugAdapter adapter, IProcess rank) {
		try {
			DebugAdapter beside = nodes.isEmpty() ? adapter : adapter.on(nodes.get(), RankDebugger.node(rank), RankDebugger.pid(rank));
			NativeTarget target = NativeTarget.attach(beside, owner(), rank);
			targets.add(target);
			if (isClosed) {
				target.close();
			}
		} catch (AdapterException e) {
			user().accept(MessageFormat.format(Messages.NativeRankDebugger_notAttached, rank.getLabel(), e.getMessage()));
		}
	}

	private synchronized ILaunch owner() {
		return launch.orElseThrow();
	}

	/** Ends the adapters that have not ended with their ranks. */
	@Override
	public void close() {
		isClosed = true;
		targets.forEach(NativeTarget::close);
	}
}
