// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What an adapter writes to its standard error before it ends. Keeps the first words, and reads the rest, so that the adapter does not wait
 * for a reader. Owned by the session; read on a thread of its own.
 */
final class LastWords {
	private static final int LENGTH = 500;
	private static final int LIMIT_SECONDS = 1;

	private final StringBuffer words = new StringBuffer();
	/** Completes at the end of the adapter's standard error. */
	private final CompletableFuture<Void> read = new CompletableFuture<>();

	private LastWords() {
	}

	static LastWords of(Process adapter) {
		LastWords words = new LastWords();
		Thread.ofVirtual().name("pmix4e-adapter-errors-" + adapter.pid()).start(() -> words.collect(adapter));
		return words;
	}

	private void collect(Process adapter) {
		char[] piece = new char[LENGTH];
		try (Reader said = adapter.errorReader(StandardCharsets.UTF_8)) {
			for (int count = said.read(piece); count >= 0; count = said.read(piece)) {
				words.append(piece, 0, Math.min(count, LENGTH - words.length()));
			}
		} catch (IOException e) {
			return; // closed at its end
		} finally {
			read.complete(null);
		}
	}

	/** Returns the words in one line behind a space; empty if there are none. Waits for them, but not long: children may keep it open. */
	String line() {
		read.copy().completeOnTimeout(null, LIMIT_SECONDS, TimeUnit.SECONDS).join();
		return words.isEmpty() ? "" : " " + words.toString().strip().replaceAll("\\R", " ");
	}
}
