// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.report;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Rank;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.print.Printer;
import org.pmix4j.model.print.Wording;

/** Shows values of servers, in JSON and in lines for people. Stateless. */
public final class ValueReport {
	private static final String INDENT = "    ";

	private ValueReport() {
	}

	/**
	 * @param key a key on the wire
	 * @return the name of its constant in C, or the key itself
	 */
	public static String name(String key) {
		return KnownAttributes.nameOf(key);
	}

	/**
	 * @param info a key and its value
	 * @return an object with key, name, type and value
	 */
	public static Map<String, Object> json(Info info) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("key", info.key());
		object.put("name", name(info.key()));
		object.put("type", Wording.of(info.value().type()));
		object.put("value", json(info.value()));
		return object;
	}

	/**
	 * @param proc a process, or all of a job
	 * @return an object with namespace and rank
	 */
	public static Map<String, Object> json(Proc proc) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("namespace", proc.nspace());
		object.put("rank", json(proc.rank()));
		return object;
	}

	/**
	 * @param info an entry of a process table
	 * @return an object with rank, host, pid, state and executable
	 */
	public static Map<String, Object> json(ProcInfo info) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("rank", json(info.proc().rank()));
		object.put("host", info.hostname());
		object.put("pid", Integer.toUnsignedLong(info.pid()));
		object.put("state", word(info.state()));
		object.put("executable", info.executable());
		return object;
	}

	/**
	 * @param state of a process
	 * @return its constant in small letters, such as running
	 */
	public static String word(ProcState state) {
		return word(state.constantName(), state.code());
	}

	private static String word(Optional<String> constant, int code) {
		return constant.map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-')).orElse(Integer.toString(code));
	}

	/**
	 * @param status any status
	 * @return its constant in C, or its number
	 */
	public static String word(Status status) {
		return status.constantName().map(name -> "PMIX_" + name).orElse(Integer.toString(status.code()));
	}

	/**
	 * @param value any value
	 * @return the value for {@link JsonText}: numbers, truth values and texts as such, arrays as lists, structures as objects, bytes as
	 *         Base64, codes as the words of their constants, and rare structures as text of the C library
	 */
	public static Object json(PmixValue value) {
		if (value instanceof PmixValue.Float32 || value instanceof PmixValue.Float64) {
			return decimal(value instanceof PmixValue.Float32 single ? single.text() : ((PmixValue.Float64) value).text());
		}
		return switch (value) {
			case PmixValue.Undef v -> Optional.empty();
			case PmixValue.NullStr v -> Optional.empty();
			case PmixValue.Str v -> v.value();
			case PmixValue.Bool v -> v.value();
			case PmixValue.Boxed v -> json(v.value());
			case Nspace v -> v.name();
			case Rank v -> v.isProcess() ? (Object) Integer.toUnsignedLong(v.value()) : v.toString().toLowerCase(Locale.ROOT);
			case Proc v -> json(v);
			case Status v -> word(v);
			case ProcState v -> word(v);
			case JobState v -> word(v.constantName(), v.code());
			case DataRange v -> word(v.constantName(), v.code());
			case Info v -> json(v);
			case ProcInfo v -> withNamespace(v);
			case ByteObject v -> Base64.getEncoder().encodeToString(v.toByteArray());
			case RegisteredAttribute v -> attribute(v);
			case PublishedData v -> published(v);
			case DataArray v -> list(v);
			default -> number(value).orElseGet(() -> Printer.data("", value));
		};
	}

	private static Optional<Object> number(PmixValue value) {
		OptionalLong number = ValueType.asNumber(value);
		if (number.isEmpty()) {
			return Optional.empty();
		}
		boolean unsigned = value instanceof PmixValue.UInt64 || value instanceof PmixValue.Size;
		return Optional.of(unsigned ? new BigInteger(Long.toUnsignedString(number.getAsLong())) : number.getAsLong());
	}

	private static Object decimal(String text) {
		try {
			return new BigDecimal(text);
		} catch (NumberFormatException notFinite) {
			return text;
		}
	}

	private static Map<String, Object> withNamespace(ProcInfo info) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("namespace", info.proc().nspace());
		object.putAll(json(info));
		return object;
	}

	private static Map<String, Object> attribute(RegisteredAttribute attribute) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("name", attribute.name());
		object.put("key", attribute.key());
		object.put("type", Wording.of(attribute.valueType()));
		object.put("description", attribute.description());
		return object;
	}

	private static Map<String, Object> published(PublishedData data) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("key", data.key());
		object.put("type", Wording.of(data.value().type()));
		object.put("value", json(data.value()));
		object.put("publisher", json(data.publisher()));
		return object;
	}

	private static List<Object> list(DataArray array) {
		List<Object> list = new ArrayList<>(array.elements().size());
		array.elements().forEach(element -> list.add(json(element)));
		return list;
	}

	/**
	 * @param server  the server that has answered
	 * @param answers its answers
	 * @return an object with the members server and answers
	 */
	public static Map<String, Object> answers(Proc server, Infos answers) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("server", server.nspace());
		object.put("answers", answers.stream().map(ValueReport::json).toList());
		return object;
	}

	/**
	 * @param answers of a server
	 * @return lines for people, with the name of each answer above it
	 */
	public static List<String> lines(Infos answers) {
		List<String> lines = new ArrayList<>();
		for (Info answer : answers) {
			lines.add(name(answer.key()) + ":");
			lines.addAll(lines(answer.value()));
		}
		return lines;
	}

	/**
	 * Shows a value in separate lines. The elements of a list in a text are lines, as pquery of the C library shows them.
	 *
	 * @param value any value
	 * @return indented lines; text of peers must be cleaned before it is shown
	 */
	public static List<String> lines(PmixValue value) {
		return lines(INDENT, value);
	}

	private static List<String> lines(String indent, PmixValue value) {
		List<String> lines = new ArrayList<>();
		if (value instanceof PmixValue.Str text) {
			for (String each : text.value().split(",")) {
				lines.add(indent + name(each));
			}
		} else if (value instanceof DataArray array) {
			array.elements().forEach(element -> lines.addAll(lines(indent, element)));
		} else if (value instanceof Info info) {
			boolean nested = info.value() instanceof DataArray;
			lines.add(indent + name(info.key()) + (nested ? ":" : ": " + line(info.value())));
			if (nested) {
				lines.addAll(lines(indent + INDENT, info.value()));
			}
		} else {
			lines.add(indent + line(value));
		}
		return lines;
	}

	/**
	 * @param value any value
	 * @return one line: a text as it is, anything else as its JSON
	 */
	public static String line(PmixValue value) {
		Object json = json(value);
		return json instanceof String text ? text : JsonText.of(json);
	}
}
