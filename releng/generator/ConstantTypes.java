// SPDX-License-Identifier: EPL-2.0

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One constant of a type. */
record Constant(String cName, String javaName, long value, String comment, boolean deprecated, boolean disputed) {
	static Constant of(String javaName, String value, String meaning, Map<String, String> row) {
		String notes = row.get("notes");
		boolean disputed = notes.contains("VALUE DIFFERS");
		String comment = Words.sentence(meaning) + " {@code " + row.get("name") + "}. " + Words.history(row)
				+ (disputed ? " " + Words.sentence(notes.replace("VALUE DIFFERS: ", "Its value is ")) : "");
		return new Constant(row.get("name"), javaName, Long.parseLong(value), comment, !row.get("deprecated_in").equals("no"), disputed);
	}
}

/** Generates a record for each row of types.tsv, with the constants from status.tsv or from enums.tsv and constants.tsv. */
final class ConstantTypes {
	private final Table types;
	private final Table enums;
	private final Table names;
	private final Table statuses;

	ConstantTypes(Path data) throws IOException {
		types = Table.read(data.resolve("types.tsv"));
		enums = Table.read(data.resolve("enums.tsv"));
		names = Table.read(data.resolve("constants.tsv"));
		statuses = Table.read(data.resolve("status.tsv"));
	}

	Map<String, String> sources() {
		Map<String, String> sources = new LinkedHashMap<>();
		for (Map<String, String> type : types.rows()) {
			boolean status = type.get("kind").equals("status");
			List<Constant> constants = ordered(status ? statusConstants() : enumConstants(type), status);
			sources.put(type.get("java") + ".java", new ConstantType(type, constants).source());
		}
		return sources;
	}

	private List<Constant> statusConstants() {
		return statuses.rows().stream()
				.map(row -> Constant.of(row.get("name").substring("PMIX_".length()), row.get("value"), row.get("meaning"), row))
				.toList();
	}

	private List<Constant> enumConstants(Map<String, String> type) {
		Map<String, Map<String, String>> rows = enums.rows().stream()
				.filter(row -> row.get("family").equals(type.get("c_type")) || row.get("family").startsWith(type.get("c_type") + " ("))
				.collect(Collectors.toMap(row -> row.get("name"), row -> row));
		List<Constant> constants = new ArrayList<>();
		for (Map<String, String> name : names.rows()) {
			if (!name.get("type").equals(type.get("java"))) {
				continue;
			}
			Map<String, String> row = rows.remove(name.get("name"));
			if (row != null) {
				String value = name.get("value").equals("-") ? row.get("value") : name.get("value");
				constants.add(Constant.of(name.get("java"), value, name.get("meaning"), row));
			} else if (name.get("name").equals("-")) {
				long value = Long.parseLong(name.get("value"));
				constants.add(new Constant("-", name.get("java"), value, Words.sentence(name.get("meaning")), false, false));
			} else {
				throw new IllegalStateException("constants.tsv: " + name.get("name") + " is not in enums.tsv");
			}
		}
		if (!rows.isEmpty()) {
			throw new IllegalStateException("enums.tsv: no Java name in constants.tsv for " + rows.keySet());
		}
		return constants;
	}

	/** Sorts the preferred name of a value first: one that is not deprecated and has the same value in every release. */
	private static List<Constant> ordered(List<Constant> constants, boolean descending) {
		Comparator<Constant> byValue = Comparator.comparingLong(Constant::value);
		return constants.stream().sorted((descending ? byValue.reversed() : byValue).thenComparing(Constant::deprecated)
				.thenComparing(Constant::disputed)).toList();
	}
}

/** Source of one generated record. */
final class ConstantType {
	private final Map<String, String> type;
	private final String name;
	private final List<Constant> constants;
	private final boolean bits;
	private final boolean wide;
	private final boolean status;
	private final boolean value;
	private final String field;
	private final Source out;

	ConstantType(Map<String, String> type, List<Constant> constants) {
		this.type = type;
		this.constants = constants;
		name = type.get("java");
		status = type.get("kind").equals("status");
		bits = type.get("kind").equals("bits");
		wide = type.get("width").equals("u64");
		value = !type.get("data_type").equals("-");
		field = bits ? "bits" : "code";
		out = new Source("org.pmix4j.model", status ? "status.tsv" : "enums.tsv");
	}

	String source() {
		if (status) {
			out.lines("import java.lang.reflect.Field;", "import java.util.Locale;");
		}
		out.lines("import java.util.Optional;", "", "import org.jspecify.annotations.Nullable;", "");
		header();
		fields();
		validation();
		lookup();
		if (bits) {
			setOperations();
		}
		if (status) {
			statusQueries();
		}
		if (value) {
			out.lines("", "\t@Override", "\tpublic DataType type() {", "\t\treturn DataType." + type.get("data_type") + ";", "\t}");
		}
		identity();
		text();
		return out.lines("}").toString();
	}

	private void header() {
		String width = switch (type.get("width")) {
			case "u8" -> "an unsigned number of 8 bits";
			case "u16" -> "an unsigned number of 16 bits";
			case "u32" -> "32 bits";
			case "u64" -> "64 bits";
			case "i32" -> value ? "a signed number of 32 bits" : "a C enum";
			default -> throw new IllegalStateException("types.tsv: width " + type.get("width"));
		};
		if (status) {
			out.lines("// Long because it is a generated table, with one constant for each status code.");
		}
		out.javadoc("", type.get("summary") + ". The C type {@code " + type.get("c_type") + "}, " + width
				+ (value ? ", data type " + type.get("data_type") : "") + ". Unknown " + (bits ? "bits" : "codes")
				+ " of newer peers are preserved.",
				"@param " + field + " the " + (bits ? "bits" : "code") + " as in C", "@see \"" + type.get("source") + "; pmix_common.h\"");
		out.lines("public record " + name + "(" + primitive() + " " + field + ")" + (value ? " implements PmixValue" : "") + " {");
	}

	private String primitive() {
		return wide ? "long" : "int";
	}

	private void fields() {
		Map<Long, String> known = new LinkedHashMap<>();
		for (Constant constant : constants) {
			out.javadoc("\t", constant.comment());
			String first = known.putIfAbsent(constant.value(), constant.javaName());
			String instance = first == null ? "new " + name + "(" + literal(constant.value()) + ")" : first;
			out.lines("\tpublic static final " + name + " " + constant.javaName() + " = " + instance + ";");
		}
	}

	private String literal(long number) {
		return bits ? "0x" + Long.toHexString(number) + (wide ? "L" : "") : Long.toString(number);
	}

	private void validation() {
		int max = switch (type.get("width")) {
			case "u8" -> 255;
			case "u16" -> 65535;
			default -> 0;
		};
		if (max > 0) {
			out.lines("");
			out.javadoc("\t", "Accepts values that have no constant, too: newer releases may define more.",
					"@throws IllegalArgumentException if the " + field + " are not 0 to ".replace("are", bits ? "are" : "is") + max);
			out.lines("\tpublic " + name + " {", "\t\tif (" + field + " < 0 || " + field + " > " + max + ") {",
					"\t\t\tthrow new IllegalArgumentException(\"" + type.get("c_type") + " is 0 to " + max + ", not \" + " + field + ");",
					"\t\t}", "\t}");
		}
	}

	/** Uses a switch instead of a map, so that class loading builds nothing. */
	private void lookup() {
		Map<Long, Constant> distinct = new LinkedHashMap<>();
		constants.forEach(constant -> distinct.putIfAbsent(constant.value(), constant));
		String selector = wide ? "(int) bits" : field;
		out.lines("");
		out.javadoc("\t", "{@return the constant with " + (bits ? "these bits" : "this code") + ", or a new value without a name}",
				"@param " + field + " the " + field + " as in C");
		out.lines("\tpublic static " + name + " of(" + primitive() + " " + field + ") {");
		beyondInt("new " + name + "(bits)");
		out.lines("\t\treturn switch (" + selector + ") {");
		distinct.values().forEach(c -> out.lines("\t\t\tcase " + literal(c.value()).replace("L", "") + " -> " + c.javaName() + ";"));
		out.lines("\t\t\tdefault -> new " + name + "(" + field + ");", "\t\t};", "\t}", "");
		out.javadoc("\t", "{@return the name of the constant with exactly " + (bits ? "these bits" : "this code") + "; empty if there is none}");
		out.lines("\tpublic Optional<String> constantName() {");
		beyondInt("Optional.empty()");
		out.lines("\t\treturn switch (" + selector + ") {");
		distinct.values().forEach(c -> out.lines("\t\t\tcase " + literal(c.value()).replace("L", "") + " -> Optional.of(\"" + c.javaName()
				+ "\");"));
		out.lines("\t\t\tdefault -> Optional.empty();", "\t\t};", "\t}");
	}

	private void beyondInt(String result) {
		if (wide) {
			out.lines("\t\tif (bits != (int) bits) {", "\t\t\treturn " + result + ";", "\t\t}");
		}
	}

	private void setOperations() {
		out.lines("");
		out.javadoc("\t", "{@return whether all bits of the other set are set here; true for an empty set}", "@param other a set");
		out.lines("\tpublic boolean contains(" + name + " other) {", "\t\treturn (bits & other.bits) == other.bits;", "\t}", "");
		out.javadoc("\t", "{@return the union of both sets}", "@param other a set");
		out.lines("\tpublic " + name + " plus(" + name + " other) {", "\t\treturn of(bits | other.bits);", "\t}", "");
		out.javadoc("\t", "{@return the bits set here but not in the other set}", "@param other a set");
		out.lines("\tpublic " + name + " minus(" + name + " other) {", "\t\treturn of(bits & ~other.bits);", "\t}");
	}

	private void statusQueries() {
		out.lines("");
		out.javadoc("\t", "Finds a status by the name of its constant, also by one that is deprecated. C: PMIx_Error_code.",
				"@param constant a name as in C, with or without PMIX_, in any case",
				"@return the status; empty if no constant has this name");
		out.lines("\tpublic static Optional<Status> byName(String constant) {",
				"\t\tString upper = constant.toUpperCase(Locale.ROOT);",
				"\t\tString wanted = upper.startsWith(\"PMIX_\") ? upper.substring(\"PMIX_\".length()) : upper;",
				"\t\ttry {", "\t\t\tfor (Field field : Status.class.getFields()) {", "\t\t\t\tif (field.getName().equals(wanted)) {",
				"\t\t\t\t\treturn Optional.of((Status) field.get(null));", "\t\t\t\t}", "\t\t\t}", "\t\t\treturn Optional.empty();",
				"\t\t} catch (IllegalAccessException e) {",
				"\t\t\tthrow new IllegalStateException(\"the constants are public\", e);", "\t\t}", "\t}", "");
		out.javadoc("\t", "{@return whether this is SUCCESS; false for OPERATION_SUCCEEDED, which means that no callback follows}");
		out.lines("\tpublic boolean isSuccess() {", "\t\treturn code == 0;", "\t}", "");
		out.javadoc("\t", "{@return whether the code is a system event, from EVENT_SYS_BASE to EVENT_SYS_OTHER} C: PMIX_SYSTEM_EVENT.");
		out.lines("\tpublic boolean isSystemEvent() {", "\t\treturn code <= EVENT_SYS_BASE.code && code >= EVENT_SYS_OTHER.code;", "\t}", "");
		out.javadoc("\t", "{@return whether the code is defined by an application: below EXTERNAL_ERR_BASE}");
		out.lines("\tpublic boolean isUserDefined() {", "\t\treturn code < EXTERNAL_ERR_BASE.code;", "\t}");
	}

	/** Written out: the implementation of a record is linked at run time, which costs a launcher a millisecond per type. */
	private void identity() {
		out.lines("", "\t@Override", "\tpublic boolean equals(@Nullable Object other) {",
				"\t\treturn other instanceof " + name + " same && same." + field + " == " + field + ";", "\t}", "", "\t@Override",
				"\tpublic int hashCode() {", "\t\treturn " + (wide ? "Long.hashCode(bits)" : field) + ";", "\t}");
	}

	/** Types of values appear in messages for C programs, so by their names in C. */
	private void text() {
		String number = bits ? "0x\" + " + (wide ? "Long" : "Integer") + ".toHexString(bits)" : "\" + code";
		String unknown = "\"" + name + "(" + number + " + \")\"";
		String known = status ? "n + \" (\" + code + \")\"" : "\"" + (name.equals("DataType") ? "PMIX_" : name + ".") + "\" + n";
		out.lines("", "\t@Override", "\tpublic String toString() {",
				"\t\treturn constantName().map(n -> " + known + ").orElseGet(() -> " + unknown + ");", "\t}");
	}
}
