// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

import org.opentest4j.TestAbortedException;

/** Ways in which a failing test disturbs the report of its failure; run in a rank by {@link RankSamples.Sabotaged}. */
enum Sabotage {
	MESSAGE {
		@Override
		void commit() throws Exception {
			throw new BrokenException("getMessage");
		}
	},
	TEXT {
		@Override
		void commit() throws Exception {
			throw new BrokenException("toString");
		}
	},
	CAUSE {
		@Override
		void commit() throws Exception {
			throw new BrokenException("getCause");
		}
	},
	STACK {
		@Override
		void commit() throws Exception {
			throw new BrokenException("getStackTrace");
		}
	},
	MISSING_STACK {
		@Override
		void commit() throws Exception {
			throw new BrokenException("");
		}
	},
	BROKEN_ASSUMPTION {
		@Override
		void commit() {
			throw new TestAbortedException() {
				private static final long serialVersionUID = 1;

				@Override
				public String getMessage() {
					throw new IllegalStateException("no message");
				}
			};
		}
	},
	MANY_CAUSES {
		@Override
		void commit() throws Exception {
			Exception last = new Exception("innermost");
			for (int i = 0; i < 4_000; i++) {
				last = new Exception("outer", last);
			}
			throw last;
		}
	},
	MANY_SUPPRESSED {
		@Override
		void commit() throws Exception {
			Exception all = new Exception("all");
			for (int i = 0; i < 4_000; i++) {
				all.addSuppressed(new Exception("one"));
			}
			throw all;
		}
	},
	LONG_MESSAGE {
		@Override
		void commit() throws Exception {
			throw new Exception("x".repeat(100 << 20));
		}
	},
	NO_MEMORY {
		@Override
		void commit() {
			throw new OutOfMemoryError("as if there were none");
		}
	},
	NO_STACK {
		@Override
		void commit() {
			commit();
		}
	},
	EXIT {
		@Override
		void commit() throws Exception {
			throw new BrokenException("exit");
		}
	},
	/** Nothing can be written to the place of the report. */
	UNWRITABLE_REPORT {
		@Override
		void commit() throws Exception {
			Files.createDirectory(report(".unfinished"));
		}
	},
	/** The report is cut after the test has passed. */
	CUT_REPORT {
		@Override
		void commit() {
			atEnd(file -> {
				try {
					Files.write(file, new byte[] { 1, 2, 3 });
				} catch (IOException e) {
					throw new UncheckedIOException(e);
				}
			});
		}
	},
	/** The report is lost after the test has passed. */
	LOST_REPORT {
		@Override
		void commit() {
			atEnd(file -> {
				try {
					Files.delete(file);
				} catch (IOException e) {
					throw new UncheckedIOException(e);
				}
			});
		}
	};

	/** Fails, or damages the report. */
	abstract void commit() throws Exception;

	/** Returns the place of the report of rank 0. */
	static Path report(String suffix) {
		return Path.of(System.getProperty("sun.java.command").split(" ")[1]).resolve("junit-rank-0" + suffix);
	}

	private static void atEnd(Consumer<Path> damage) {
		Runtime.getRuntime().addShutdownHook(new Thread(() -> damage.accept(report(""))));
	}

	/** An exception one of whose methods fails. */
	static final class BrokenException extends Exception {
		private static final long serialVersionUID = 1;

		private final String broken;

		/** Takes the name of a method; "exit" ends the JVM in getMessage, and an empty one is for a stack that is null. */
		BrokenException(String broken) {
			this.broken = broken;
		}

		private <T> T tell(String method, T value) {
			if (broken.equals(method)) {
				throw new IllegalStateException("no " + method);
			}
			return value;
		}

		@Override
		public String getMessage() {
			if (broken.equals("exit")) {
				Runtime.getRuntime().halt(0);
			}
			return tell("getMessage", "a message");
		}

		@Override
		public String toString() {
			return tell("toString", super.toString());
		}

		@Override
		public synchronized Throwable getCause() {
			return tell("getCause", this);
		}

		@Override
		public StackTraceElement[] getStackTrace() {
			return broken.isEmpty() ? null : tell("getStackTrace", super.getStackTrace());
		}
	}
}
