// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Captures the server's log during a test. An error that the test does not check fails the test. */
final class ServerLog extends Handler implements BeforeEachCallback, AfterEachCallback {
	private static final Logger LOGGER = Logger.getLogger("org.pmix4j");

	private final List<LogRecord> records = new CopyOnWriteArrayList<>();
	private boolean errorsExpected;

	@Override
	public void beforeEach(@Nullable ExtensionContext context) {
		LOGGER.setUseParentHandlers(false);
		LOGGER.addHandler(this);
	}

	@Override
	public void afterEach(@Nullable ExtensionContext context) {
		LOGGER.removeHandler(this);
		LOGGER.setUseParentHandlers(true);
		if (!errorsExpected) {
			assertThat(messages(Level.SEVERE)).isEmpty();
		}
	}

	/** @return the errors so far, which the test expects */
	List<String> errors() {
		errorsExpected = true;
		return messages(Level.SEVERE);
	}

	List<String> warnings() {
		return messages(Level.WARNING);
	}

	private List<String> messages(Level level) {
		SimpleFormatter formatter = new SimpleFormatter();
		return records.stream().filter(record -> record.getLevel().equals(level)).map(formatter::formatMessage).toList();
	}

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
}
