// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.text.MessageFormat;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.stream.Collectors;

import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.KeyValue;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.print.Printer;

/** Writes stored values for users. Stateless. */
public final class KeyValueText {
	private static final int LONGEST = 2000;
	private static final int MOST_BYTES = 64;
	private static final int MOST_ELEMENTS = 256;

	/** What the printer puts before some values. */
	private static final String TYPE = "^Data type: \\S+\\s+Value: ";

	private KeyValueText() {
	}

	/**
	 * @param stored by a server
	 * @return the value as text
	 */
	public static KeyValue of(StoredValue stored) {
		return new KeyValue(realm(stored), key(stored.key()), line(value(stored.value())));
	}

	private static String realm(StoredValue stored) {
		String pattern = switch (stored.realm()) {
			case SESSION -> Messages.KeyValueText_session;
			case JOB -> Messages.KeyValueText_job;
			case APP -> Messages.KeyValueText_app;
			case NODE -> Messages.KeyValueText_node;
			case RANK -> Messages.KeyValueText_rank;
			case LOCAL -> Messages.KeyValueText_local;
			case REMOTE -> Messages.KeyValueText_remote;
			case GLOBAL -> Messages.KeyValueText_global;
			case PUBLISHED -> Messages.KeyValueText_published;
		};
		return MessageFormat.format(pattern, stored.subject()).strip();
	}

	private static String key(String key) {
		return KnownAttributes.nameOf(key);
	}

	private static String value(PmixValue value) {
		return switch (value) {
			case PmixValue.Str text -> text.value();
			case PmixValue.Bool truth -> Boolean.toString(truth.value());
			case PmixValue.Boxed boxed -> value(boxed.value());
			case ByteObject bytes -> bytes(bytes);
			case DataArray array -> array.elements().stream().limit(MOST_ELEMENTS).map(KeyValueText::value).collect(Collectors.joining(", "));
			case Info info -> key(info.key()) + "=" + value(info.value());
			default -> number(value);
		};
	}

	private static String number(PmixValue value) {
		OptionalLong number = ValueType.asNumber(value);
		if (number.isEmpty()) {
			return Printer.data("", value).replaceFirst(TYPE, "");
		}
		boolean unsigned = value instanceof PmixValue.UInt64 || value instanceof PmixValue.Size;
		return unsigned ? Long.toUnsignedString(number.getAsLong()) : Long.toString(number.getAsLong());
	}

	private static String bytes(ByteObject object) {
		byte[] bytes = object.toByteArray();
		String start = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, MOST_BYTES));
		return MessageFormat.format(Messages.KeyValueText_bytes, bytes.length, bytes.length > MOST_BYTES ? start + "..." : start);
	}

	/** Makes one line of a text, which may be as long as a message to the server, and may contain control characters. */
	private static String line(String text) {
		String start = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
		return start.replaceAll("\\p{Cntrl}+", " ").strip();
	}
}
