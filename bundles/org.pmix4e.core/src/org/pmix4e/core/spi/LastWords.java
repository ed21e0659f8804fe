// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a helper program writes to its standard error before it ends. Keeps the first words, and reads the rest, so that the program does
 * not wait for a reader. Read on a thread of its own; any thread may ask. End the program by its {@link Process#toHandle() handle}, not by
 * {@link Process#destroy()}, which closes the standard error: words that have not been read are lost then.
 */
public final class LastWords {
	private static final int LENGTH = 500;
	/** A program that runs on, or children of one that has ended, keep the standard error open. */
	private static final int ALIVE_SECONDS = 1;
	private static final int ENDED_SECONDS = 10;

	private final Process program;
	private final StringBuffer words = new StringBuffer();
	/** Completes at the end of the program's standard error. */
	private final CompletableFuture<Void> read = new CompletableFuture<>();

	private LastWords(Process program) {
		this.program = program;
	}

	/** Starts to read the standard error of a program, which must be a pipe without another reader. */
	public static LastWords of(Process program) {
		LastWords words = new LastWords(program);
		Thread.ofVirtual().name("pmix4e-last-words-" + program.pid()).start(words::collect);
		return words;
	}

	private void collect() {
		char[] piece = new char[LENGTH];
		try (Reader said = program.errorReader(StandardCharsets.UTF_8)) {
			for (int count = said.read(piece); count >= 0; count = said.read(piece)) {
				words.append(piece, 0, Math.min(count, LENGTH - words.length()));
			}
		} catch (IOException e) {
			return; // closed at its end
		} finally {
			read.complete(null);
		}
	}

	/**
	 * Returns the words in one line behind a space; empty if there are none. Waits for the end of the standard error: 1 second if the
	 * program still runs, otherwise 10 seconds at most.
	 */
	public String line() {
		read.copy().completeOnTimeout(null, program.isAlive() ? ALIVE_SECONDS : ENDED_SECONDS, TimeUnit.SECONDS).join();
		return words.isEmpty() ? "" : " " + words.toString().strip().replaceAll("\\R", " ");
	}
}
