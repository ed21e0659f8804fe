// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.print.Wording;

/** Reads keys and values of a command line: attributes by their names or keys, and values of the types that they have. Stateless. */
public final class InfoText {
	private static final List<String> RANGES = List.of("local", "namespace", "session", "global");
	private static final String PREFIX = "PMIX_";
	private static final int MAX_DIGITS = 9;

	private InfoText() {
	}

	/**
	 * @param text the name of an attribute's constant, or a key
	 * @return its key
	 * @throws IllegalArgumentException if there is no such constant
	 */
	public static String key(String text) {
		Optional<Attribute<?>> named = KnownAttributes.byName(text);
		if (named.isEmpty() && (text.isEmpty() || text.startsWith(PREFIX))) {
			throw new IllegalArgumentException("there is no attribute '" + text + "'");
		}
		return named.<String>map(Attribute::key).orElse(text);
	}

	/**
	 * @param text {@code KEY=VALUE}, or {@code KEY} for a switch
	 * @return the info
	 * @throws IllegalArgumentException if the attribute is unknown, or its type does not take the value
	 */
	public static Info parse(String text) {
		int equals = text.indexOf('=');
		String key = key(equals < 0 ? text : text.substring(0, equals));
		DataType type = KnownAttributes.byKey(key).map(attribute -> attribute.type().dataType()).orElse(DataType.STRING);
		if (equals < 0) {
			if (!type.equals(DataType.BOOL)) {
				throw new IllegalArgumentException("'" + text + "' must have a value: " + text + "=VALUE");
			}
			return Info.of(key, PmixValue.Bool.TRUE);
		}
		String value = text.substring(equals + 1);
		try {
			return Info.of(key, value(type, value));
		} catch (NumberFormatException e) {
			throw new IllegalArgumentException(text.substring(0, equals) + " must be a number, not '" + value + "'", e);
		}
	}

	/** @return the names of the attributes that {@link #parse} accepts, with an equal sign if a value must follow */
	public static List<String> words() {
		return KnownAttributes.all().stream().filter(attribute -> reader(attribute.type().dataType()).isPresent())
				.map(attribute -> attribute.name() + (attribute.type().dataType().equals(DataType.BOOL) ? "" : "=")).toList();
	}

	private static PmixValue value(DataType type, String text) {
		return reader(type).orElseThrow(() -> new IllegalArgumentException(
				"values of the type " + Wording.of(type) + " cannot be written on a command line")).apply(text);
	}

	/** Returns the parser of a type's values; empty if they cannot be written as text. */
	private static Optional<Function<String, PmixValue>> reader(DataType type) {
		return Optional.ofNullable(switch (type.constantName().orElse("")) {
			case "STRING", "UNDEF" -> PmixValue.Str::new;
			case "BOOL" -> text -> new PmixValue.Str(text).truth().map(truth -> truth ? PmixValue.Bool.TRUE : PmixValue.Bool.FALSE)
					.orElseThrow(() -> new IllegalArgumentException("'" + text + "' is neither true nor false"));
			case "INT" -> text -> new PmixValue.Int(Integer.parseInt(text));
			case "INT32" -> text -> new PmixValue.Int32(Integer.parseInt(text));
			case "INT64" -> text -> new PmixValue.Int64(Long.parseLong(text));
			case "UINT32" -> text -> new PmixValue.UInt32(Integer.parseUnsignedInt(text));
			case "UINT" -> text -> new PmixValue.UInt(Integer.parseUnsignedInt(text));
			case "UINT64" -> text -> new PmixValue.UInt64(Long.parseUnsignedLong(text));
			case "SIZE" -> text -> new PmixValue.Size(Long.parseUnsignedLong(text));
			case "PID" -> text -> new PmixValue.Pid(Integer.parseUnsignedInt(text));
			case "TIME" -> text -> new PmixValue.Time(Long.parseLong(text));
			case "FLOAT" -> text -> PmixValue.Float32.of(Float.parseFloat(text));
			case "DOUBLE" -> text -> PmixValue.Float64.of(Double.parseDouble(text));
			case "PROC_RANK" -> InfoText::rank;
			case "PROC" -> InfoText::proc;
			case "STATUS" -> InfoText::status;
			case "DATA_RANGE" -> InfoText::range;
			default -> null;
		});
	}

	private static Rank rank(String text) {
		return text.equals("wildcard") || text.equals("*") ? Rank.WILDCARD : Rank.of(Integer.parseUnsignedInt(text));
	}

	/**
	 * @param text {@code NAMESPACE:RANK}, or {@code NAMESPACE} for all processes of the job
	 * @return the process
	 * @throws IllegalArgumentException if the namespace has no name or is too long
	 */
	public static Proc proc(String text) {
		int colon = text.lastIndexOf(':');
		String rank = text.substring(colon + 1);
		boolean isNumber = !rank.isEmpty() && rank.length() <= MAX_DIGITS && rank.chars().allMatch(c -> c >= '0' && c <= '9');
		boolean named = colon > 0 && (isNumber || rank.equals("*"));
		String nspace = named ? text.substring(0, colon) : text;
		if (nspace.isEmpty()) {
			throw new IllegalArgumentException("a process must be NAMESPACE:RANK, not '" + text + "'");
		}
		return new Proc(nspace, named ? rank(rank) : Rank.WILDCARD);
	}

	/**
	 * @param text the name of a constant, with or without PMIX_, or a number
	 * @return the status
	 * @throws IllegalArgumentException if there is no such constant
	 */
	public static Status status(String text) {
		Optional<Status> named = Status.byName(text);
		if (named.isPresent()) {
			return named.get();
		}
		try {
			return Status.of(Integer.parseInt(text));
		} catch (NumberFormatException e) {
			throw new IllegalArgumentException("there is no status '" + text + "'; use the name of a constant, such as PMIX_EVENT_JOB_END, or a"
					+ " number", e);
		}
	}

	/**
	 * @param text local, namespace, session or global
	 * @return the range
	 * @throws IllegalArgumentException if it is something else
	 */
	public static DataRange range(String text) {
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "local" -> DataRange.LOCAL;
			case "namespace" -> DataRange.NAMESPACE;
			case "session" -> DataRange.SESSION;
			case "global" -> DataRange.GLOBAL;
			default -> throw new IllegalArgumentException("a range must be one of " + String.join(", ", RANGES) + ", not '" + text + "'");
		};
	}

	/**
	 * @param option what a message calls the option
	 * @param text   a number
	 * @return the number
	 * @throws IllegalArgumentException if it is not a number of at least 1
	 */
	public static int count(String option, String text) {
		int count;
		try {
			count = Integer.parseInt(text);
		} catch (NumberFormatException e) {
			throw new IllegalArgumentException("option " + option + " must be a number, not '" + text + "'", e);
		}
		if (count < 1) {
			throw new IllegalArgumentException("option " + option + " must be at least 1, not " + count);
		}
		return count;
	}
}
