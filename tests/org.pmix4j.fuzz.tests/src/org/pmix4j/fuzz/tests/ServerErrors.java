// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import org.jspecify.annotations.Nullable;

/** Collects errors logged by a server, which are programming errors: violations by peers are logged as warnings at most. */
final class ServerErrors extends Handler {
	private static final Logger LOGGER = Logger.getLogger("org.pmix4j");

	private final List<LogRecord> records = new ArrayList<>();

	ServerErrors() {
		LOGGER.setUseParentHandlers(false);
		LOGGER.addHandler(this);
	}

	void requireNone() {
		for (LogRecord record : records) {
			throw new AssertionError("the server says: " + new SimpleFormatter().formatMessage(record), record.getThrown());
		}
	}

	@Override
	public void publish(@Nullable LogRecord published) {
		if (published != null && published.getLevel().intValue() >= Level.SEVERE.intValue()) {
			records.add(published);
		}
	}

	@Override
	public void flush() {
		// nothing is buffered
	}

	@Override
	public void close() {
		LOGGER.removeHandler(this);
		LOGGER.setUseParentHandlers(true);
	}
}
