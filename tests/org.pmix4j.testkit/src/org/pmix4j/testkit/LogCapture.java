// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import org.jspecify.annotations.Nullable;

/**
 * Captures the log of a class, so that a test can check it and expected errors do not appear in the build's output. Ends when it is closed.
 */
public final class LogCapture implements AutoCloseable {
	private final Logger logger;
	private final Level before;
	private final List<LogRecord> records = new CopyOnWriteArrayList<>();
	private final Handler handler = new Handler() {
		@Override
		public void publish(@Nullable LogRecord published) {
			if (published != null) {
				records.add(published);
			}
		}

		@Override
		public void flush() {
			// nothing is buffered
		}

		@Override
		public void close() {
			// nothing is held
		}
	};

	private LogCapture(Logger logger) {
		this.logger = logger;
		this.before = logger.getLevel();
		logger.setLevel(Level.ALL);
		logger.setUseParentHandlers(false);
		logger.addHandler(handler);
	}

	/**
	 * @param source class whose name the logger has
	 * @return the running capture
	 */
	public static LogCapture of(Class<?> source) {
		return of(source.getName());
	}

	/**
	 * @param name name of the logger
	 * @return the running capture
	 */
	public static LogCapture of(String name) {
		return new LogCapture(Logger.getLogger(name));
	}

	/**
	 * @param level lowest level, as named by {@link System.Logger}
	 * @return the messages so far, with their parameters inserted
	 */
	public List<String> messages(System.Logger.Level level) {
		int least = switch (level) {
			case ERROR -> Level.SEVERE.intValue();
			case WARNING -> Level.WARNING.intValue();
			case INFO -> Level.INFO.intValue();
			default -> Level.ALL.intValue();
		};
		SimpleFormatter formatter = new SimpleFormatter();
		return records.stream().filter(record -> record.getLevel().intValue() >= least).map(formatter::formatMessage).toList();
	}

	@Override
	public void close() {
		logger.removeHandler(handler);
		logger.setUseParentHandlers(true);
		logger.setLevel(before);
	}
}
