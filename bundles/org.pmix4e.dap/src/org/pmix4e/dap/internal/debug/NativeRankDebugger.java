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

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.StoppedRanks;
import org.pmix4e.dap.NativePreferences;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterSearch;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4e.dap.internal.model.NativeSources;
import org.pmix4e.dap.internal.model.NativeTarget;

/**
 * Debugs the chosen ranks of a launch. When all ranks wait in PMIx_Init, attaches an adapter to each chosen one and then releases all.
 * Without an adapter the ranks keep waiting, so that the user can attach a debugger by hand. Owned by the launch; may be used from any
 * thread.
 */
final class NativeRankDebugger implements RankDebugger {
	/** Adapters that start at the same time; each reads the symbols of the program and its libraries. */
	private static final int PARALLEL = Math.max(2, Runtime.getRuntime().availableProcessors());

	/** The commands to attach by hand that are shown; more would hide the output of the job. */
	private static final int MOST_COMMANDS = 8;

	private final List<Integer> chosen;
	private final String path;
	private final List<NativeTarget> targets = new CopyOnWriteArrayList<>();
	private List<? extends IProcess> processes = List.of();
	private Optional<ILaunch> launch = Optional.empty();
	private volatile boolean isClosed;

	/** @param path the folders to search for debug adapters */
	NativeRankDebugger(List<Integer> chosen, String path) {
		this.chosen = List.copyOf(chosen);
		this.path = path;
	}

	@Override
	public boolean stopsInInit() {
		return true;
	}

	@Override
	public synchronized void start(ILaunch debugged, List<? extends IProcess> ranks) {
		processes = List.copyOf(ranks);
		launch = Optional.of(debugged);
		if (debugged.getSourceLocator() == null) {
			debugged.setSourceLocator(new NativeSources());
		}
	}

	@Override
	public void stopped(StoppedRanks ranks) {
		Thread.ofPlatform().daemon().name("pmix4e-attach").start(() -> attachAll(ranks));
	}

	private void attachAll(StoppedRanks ranks) {
		Optional<DebugAdapter> adapter = adapter(ranks);
		if (adapter.isPresent()) {
			try (ExecutorService workers = Executors.newFixedThreadPool(PARALLEL, Thread.ofVirtual().name("pmix4e-attach-", 0).factory())) {
				List<CompletableFuture<Void>> attaching = new ArrayList<>();
				chosen().forEach(rank -> attaching.add(CompletableFuture.runAsync(() -> attach(adapter.get(), rank, ranks), workers)));
				attaching.forEach(CompletableFuture::join);
			} finally {
				ranks.release();
			}
		} else {
			explain(ranks);
		}
	}

	/** Finds the adapter that the user has chosen or, without a choice, the best one; otherwise says what to do. */
	private Optional<DebugAdapter> adapter(StoppedRanks ranks) {
		String preferred = NativePreferences.adapter();
		Optional<DebugAdapter> found = preferred.isEmpty() ? AdapterSearch.find(path)
				: AdapterSearch.chosen(List.of(DebugPlugin.parseArguments(preferred)));
		if (found.isEmpty()) {
			ranks.message(preferred.isEmpty() ? Messages.NativeRankDebugger_noAdapter
					: MessageFormat.format(Messages.NativeRankDebugger_noSuchAdapter, preferred));
		}
		return found;
	}

	private void explain(StoppedRanks ranks) {
		List<? extends IProcess> waiting = chosen();
		waiting.stream().limit(MOST_COMMANDS).forEach(rank -> ranks.message(MessageFormat.format(Messages.NativeRankDebugger_byHand,
				rank.getLabel(), rank.getAttribute(IProcess.ATTR_PROCESS_ID))));
		if (waiting.size() > MOST_COMMANDS) {
			ranks.message(MessageFormat.format(Messages.NativeRankDebugger_others, waiting.size() - MOST_COMMANDS));
		}
		ranks.message(Messages.NativeRankDebugger_release);
	}

	private synchronized List<? extends IProcess> chosen() {
		return chosen.stream().map(processes::get).toList();
	}

	private void attach(DebugAdapter adapter, IProcess rank, StoppedRanks ranks) {
		try {
			NativeTarget target = NativeTarget.attach(adapter, owner(), rank);
			targets.add(target);
			if (isClosed) {
				target.close();
			}
		} catch (AdapterException e) {
			ranks.message(MessageFormat.format(Messages.NativeRankDebugger_notAttached, rank.getLabel(), e.getMessage()));
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
