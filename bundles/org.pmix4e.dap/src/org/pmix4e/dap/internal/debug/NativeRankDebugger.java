// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.StoppedRanks;
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

	private final List<Integer> chosen;
	private final List<NativeTarget> targets = new CopyOnWriteArrayList<>();
	private List<? extends IProcess> processes = List.of();
	private Optional<ILaunch> launch = Optional.empty();
	private volatile boolean isClosed;

	NativeRankDebugger(List<Integer> chosen) {
		this.chosen = List.copyOf(chosen);
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
		Optional<DebugAdapter> adapter = AdapterSearch.find(Objects.requireNonNullElse(System.getenv("PATH"), ""));
		if (adapter.isPresent()) {
			try (ExecutorService workers = Executors.newFixedThreadPool(PARALLEL, Thread.ofVirtual().name("pmix4e-attach-", 0).factory())) {
				List<CompletableFuture<Void>> attaching = new ArrayList<>();
				chosen().forEach(rank -> attaching.add(CompletableFuture.runAsync(() -> attach(adapter.get(), rank, ranks), workers)));
				attaching.forEach(CompletableFuture::join);
			} finally {
				ranks.release();
			}
		} else {
			ranks.message(Messages.NativeRankDebugger_noAdapter);
			chosen().forEach(rank -> ranks.message(MessageFormat.format(Messages.NativeRankDebugger_byHand, rank.getLabel(),
					rank.getAttribute(IProcess.ATTR_PROCESS_ID))));
			ranks.message(Messages.NativeRankDebugger_release);
		}
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
