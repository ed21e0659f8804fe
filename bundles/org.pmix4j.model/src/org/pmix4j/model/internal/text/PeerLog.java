// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.text;

import java.lang.System.Logger.Level;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * A logger for messages that contain text of peers: makes messages, parameters and exceptions safe by {@link PeerText}. Parameters are
 * limited to the length of a peer's text, messages to the length of a line. The logger below it is made for the first message, as making
 * one takes longer than most classes that have one take to load. Thread-safe.
 */
public final class PeerLog {
	/** The copy of an exception: the same stack traces with safe messages. Immutable. */
	private static final class ShownFailure extends Throwable {
		private static final long serialVersionUID = 1;
		/** A chain of causes that is longer, or has a circle, is cut off. */
		private static final int MAX_CAUSES = 16;

		ShownFailure(Throwable original) {
			this(original, MAX_CAUSES);
		}

		private ShownFailure(Throwable original, int causes) {
			super(PeerText.line(original.toString()), cause(original, causes), false, true);
			setStackTrace(original.getStackTrace());
		}

		private static @Nullable ShownFailure cause(Throwable original, int causes) {
			Throwable cause = original.getCause();
			return cause == null || causes == 0 ? null : new ShownFailure(cause, causes - 1);
		}

		@Override
		public String toString() {
			return String.valueOf(getMessage());
		}
	}

	private final String name;
	private volatile System.@Nullable Logger target;

	private PeerLog(String name) {
		this.name = name;
	}

	/**
	 * @param type names the logger
	 * @return a logger that passes safe lines to the logger of that name
	 */
	public static PeerLog of(Class<?> type) {
		return of(type.getName());
	}

	/**
	 * @param name of the logger
	 * @return a logger that passes safe lines to the logger of that name
	 */
	public static PeerLog of(String name) {
		return new PeerLog(name);
	}

	/**
	 * @param level   the severity
	 * @param message one line
	 */
	public void log(Level level, String message) {
		System.Logger logger = target();
		if (logger.isLoggable(level)) {
			logger.log(level, PeerText.line(message));
		}
	}

	/**
	 * @param level   the severity
	 * @param message one line
	 * @param failure its cause, shown with stack traces, if any
	 */
	public void log(Level level, String message, @Nullable Throwable failure) {
		System.Logger logger = target();
		if (logger.isLoggable(level)) {
			logger.log(level, PeerText.line(message), failure == null ? null : new ShownFailure(failure));
		}
	}

	/**
	 * @param level      the severity
	 * @param format     of one line, as for {@link java.text.MessageFormat}
	 * @param parameters parts of the line; only numbers are formatted
	 */
	public void log(Level level, String format, @Nullable Object... parameters) {
		System.Logger logger = target();
		if (logger.isLoggable(level)) {
			logger.log(level, format, Arrays.stream(parameters).map(PeerLog::shown).toArray());
		}
	}

	private System.Logger target() {
		System.Logger made = target;
		if (made == null) {
			made = System.getLogger(name);
			target = made;
		}
		return made;
	}

	private static Object shown(@Nullable Object parameter) {
		return parameter instanceof Number ? parameter : PeerText.of(String.valueOf(parameter));
	}
}
