// SPDX-License-Identifier: EPL-2.0

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generates a class for each row of groups.tsv with the attributes of its categories, and the index of all attributes. */
final class AttributeClasses {
	private static final String PACKAGE = "org.pmix4j.model.attributes";
	private static final String VARIABLES = "environment-variable";
	private final Table attributes;
	private final Table groups;

	AttributeClasses(Path data) throws IOException {
		attributes = Table.read(data.resolve("attributes.tsv"));
		groups = Table.read(data.resolve("groups.tsv"));
	}

	Map<String, String> sources() {
		Map<String, List<AttributeRow>> members = new LinkedHashMap<>();
		groups.rows().forEach(group -> members.put(group.get("java"), new ArrayList<>()));
		List<AttributeRow> variables = new ArrayList<>();
		for (Map<String, String> row : attributes.rows()) {
			List<AttributeRow> target = row.get("category").equals(VARIABLES) ? variables : members.get(classOf(row));
			target.add(AttributeRow.of(row));
		}
		Map<String, String> sources = new LinkedHashMap<>();
		groups.rows().forEach(group -> sources.put(group.get("java") + ".java", attributeClass(group, members.get(group.get("java")))));
		sources.put("EnvironmentVariables.java", variableClass(variables));
		sources.put("KnownAttributes.java", index(members));
		return sources;
	}

	/** Generates the second spellings of keys, except those that are the key of another attribute. */
	String otherKeys() {
		Source out = new Source("org.pmix4j.model", "attributes.tsv").lines("import java.util.Optional;", "");
		out.javadoc("", "Alternative keys of attributes whose key differs between releases or from the PMIx Standard. Stateless.");
		out.lines("final class OtherKeys {", "\tprivate OtherKeys() {", "\t}", "");
		out.javadoc("\t", "Uses a switch instead of a map, so that class loading builds nothing.");
		out.lines("\tstatic Optional<String> of(String name) {", "\t\treturn switch (name) {");
		Set<String> keys = attributes.rows().stream().map(row -> row.get("key")).collect(Collectors.toSet());
		for (Map<String, String> row : attributes.rows()) {
			AttributeRow.otherKey(row).filter(key -> !keys.contains(key))
					.ifPresent(key -> out.lines("\t\t\tcase \"" + row.get("name") + "\" -> Optional.of(\"" + key + "\");"));
		}
		return out.lines("\t\t\tdefault -> Optional.empty();", "\t\t};", "\t}", "}").toString();
	}

	/** A group that lists the attribute takes precedence over the group of its category. */
	private String classOf(Map<String, String> row) {
		for (String wanted : List.of(row.get("name"), row.get("category"))) {
			for (Map<String, String> group : groups.rows()) {
				if (List.of(group.get("members").split(",")).contains(wanted)) {
					return group.get("java");
				}
			}
		}
		throw new IllegalStateException("groups.tsv: no class for " + row.get("name") + " of category " + row.get("category"));
	}

	private static String attributeClass(Map<String, String> group, List<AttributeRow> rows) {
		Source out = new Source(PACKAGE, "attributes.tsv").lines("import java.util.List;", "");
		TreeSet<String> imports = new TreeSet<>(List.of("Attribute", "ValueType"));
		rows.stream().filter(row -> !row.type().javaLang()).forEach(row -> imports.add(row.type().javaType()));
		imports.forEach(name -> out.lines("import org.pmix4j.model." + name + ";"));
		out.lines("");
		out.javadoc("", group.get("summary") + ".", "@see \"PMIx Standard, chapter " + group.get("chapter") + "\"");
		out.lines("public final class " + group.get("java") + " {");
		for (AttributeRow row : rows) {
			out.javadoc("\t", row.comment());
			out.list("\tpublic static final Attribute<" + row.type().javaType() + "> " + row.javaName() + " = new Attribute<>(",
					List.of("\"" + row.cName() + "\"", "\"" + row.key() + "\"", "ValueType." + row.type().constant()), ");");
		}
		constructor(out, group.get("java"));
		out.lines("");
		out.javadoc("\t", "{@return all attributes of this class}");
		out.lines("\tpublic static List<Attribute<?>> all() {");
		out.list("\t\treturn List.of(", rows.stream().map(AttributeRow::javaName).toList(), ");");
		return out.lines("\t}", "}").toString();
	}

	private static String variableClass(List<AttributeRow> rows) {
		Source out = new Source(PACKAGE, "attributes.tsv");
		out.javadoc("", "Environment variables defined in the headers of OpenPMIx.", "@see \"pmix_common.h\"");
		out.lines("public final class EnvironmentVariables {");
		for (AttributeRow row : rows) {
			out.javadoc("\t", row.comment());
			out.lines("\tpublic static final String " + row.javaName() + " = \"" + row.key() + "\";");
		}
		constructor(out, "EnvironmentVariables");
		return out.lines("}").toString();
	}

	private static void constructor(Source out, String name) {
		out.lines("", "\tprivate " + name + "() {", "\t}");
	}

	private static String index(Map<String, List<AttributeRow>> members) {
		Source out = new Source(PACKAGE, "attributes.tsv").lines("import java.util.HashMap;", "import java.util.List;",
				"import java.util.Map;", "import java.util.Optional;", "import java.util.stream.Stream;", "",
				"import org.pmix4j.model.Attribute;", "");
		out.javadoc("", "Finds attributes by key or name, for messages and tools. Loading this class loads all attributes.");
		out.lines("public final class KnownAttributes {");
		out.javadoc("\t", "The default among attributes that share a key: not deprecated, and with this key in all releases.");
		out.list("\tprivate static final List<Attribute<?>> PREFERRED = List.of(", preferred(members), ");");
		out.list("\tprivate static final List<Attribute<?>> ALL = Stream.of(", members.keySet().stream().map(name -> name + ".all()").toList(),
				").<Attribute<?>>flatMap(List::stream).toList();");
		out.lines("\tprivate static final Map<String, Attribute<?>> BY_KEY = new HashMap<>();",
				"\tprivate static final Map<String, Attribute<?>> BY_NAME = new HashMap<>();", "", "\tstatic {",
				"\t\tPREFERRED.forEach(attribute -> BY_KEY.put(attribute.key(), attribute));",
				"\t\tALL.forEach(attribute -> BY_KEY.putIfAbsent(attribute.key(), attribute));",
				"\t\tALL.forEach(attribute -> BY_NAME.put(attribute.name(), attribute));",
				"\t\tALL.forEach(attribute -> attribute.otherKey().ifPresent(key -> BY_KEY.putIfAbsent(key, attribute)));", "\t}");
		constructor(out, "KnownAttributes");
		out.lines("");
		out.javadoc("\t", "Finds an attribute by its key, in any of the spellings that releases and the Standard use."
						+ " C: PMIx_Get_attribute_name.",
				"@param key a key on the wire, such as pmix.job.size", "@return its attribute; empty if the key is unknown");
		out.lines("\tpublic static Optional<Attribute<?>> byKey(String key) {", "\t\treturn Optional.ofNullable(BY_KEY.get(key));", "\t}", "");
		out.javadoc("\t", "Names a key as C programs do.", "@param key a key on the wire, such as pmix.job.size",
				"@return the name of its attribute, such as PMIX_JOB_SIZE; the key itself if it is unknown");
		out.lines("\tpublic static String nameOf(String key) {",
				"\t\tAttribute<?> attribute = BY_KEY.get(key);", "\t\treturn attribute == null ? key : attribute.name();", "\t}", "");
		out.javadoc("\t", "Finds an attribute by its name. C: PMIx_Get_attribute_string.",
				"@param name a name in C, such as PMIX_JOB_SIZE", "@return the attribute; empty if the name is unknown");
		out.lines("\tpublic static Optional<Attribute<?>> byName(String name) {", "\t\treturn Optional.ofNullable(BY_NAME.get(name));", "\t}",
				"");
		out.javadoc("\t", "{@return all attributes, by class}");
		return out.lines("\tpublic static List<Attribute<?>> all() {", "\t\treturn ALL;", "\t}", "}").toString();
	}

	private static List<String> preferred(Map<String, List<AttributeRow>> members) {
		Map<String, List<String>> byKey = new LinkedHashMap<>();
		Comparator<Map.Entry<String, AttributeRow>> doubts = Comparator.comparingInt(entry -> entry.getValue().doubts());
		members.entrySet().stream().flatMap(group -> group.getValue().stream().map(row -> Map.entry(group.getKey(), row))).sorted(doubts)
				.forEach(entry -> byKey.computeIfAbsent(entry.getValue().key(), key -> new ArrayList<>())
						.add(entry.getKey() + "." + entry.getValue().javaName()));
		return byKey.values().stream().filter(names -> names.size() > 1).map(names -> names.get(0)).sorted().toList();
	}
}

/** One attribute. Among attributes that share a key, the one with the fewest doubts is preferred. */
record AttributeRow(String cName, String javaName, String key, AttributeType type, String comment, int doubts) {
	private static final String KEY_DIFFERS = "KEY DIFFERS: ";

	static AttributeRow of(Map<String, String> row) {
		String cType = row.get("type");
		AttributeType type = AttributeType.of(cType);
		List<String> comment = new ArrayList<>();
		comment.add(Words.sentence(row.get("description")));
		if (type.constant().equals("ANY") && !cType.isEmpty()) {
			comment.add(cType.equals("varies") ? "Its type varies." : "In C {@code " + cType + "}.");
		}
		comment.add(Words.history(row));
		if (!row.get("std_status").isEmpty()) {
			comment.add("Still " + row.get("std_status") + " in the Standard.");
		}
		if (!row.get("differences").equals("-")) {
			comment.add(differences(row.get("differences")));
		}
		int doubts = (row.get("deprecated_in").equals("no") ? 0 : 4) + (row.get("header_since").equals("-") ? 2 : 0)
				+ (row.get("differences").contains("KEY DIFFERS") ? 1 : 0);
		return new AttributeRow(row.get("name"), row.get("name").substring("PMIX_".length()), row.get("key"), type,
				String.join(" ", comment), doubts);
	}

	/** Returns the key that some releases, or the Standard, use instead of the attribute's key. */
	static Optional<String> otherKey(Map<String, String> row) {
		return Stream.of(row.get("differences").split(" \\| ")).filter(note -> note.startsWith(KEY_DIFFERS))
				.flatMap(note -> Stream.of(note.substring(KEY_DIFFERS.length()).split("; "))).map(use -> use.substring(0, use.indexOf(" in ")))
				.filter(key -> !key.equals(row.get("key"))).findFirst();
	}

	private static String differences(String cell) {
		return Stream.of(cell.split(" \\| "))
				.map(note -> note.replace("SAME KEY AS ", "Same key as ").replace(KEY_DIFFERS, "Its key is ")
						.replace("TYPE DIFFERS: varies", "Its type is any").replace("TYPE DIFFERS: ", "Its type is ")
						.replaceAll("std(\\d)", "Standard $1").replaceAll("v(\\d+\\.)", "$1").replace(",", ", ") + ".")
				.collect(Collectors.joining(" "));
	}
}

/** Java counterpart of a C type: a constant of ValueType and its type argument. */
record AttributeType(String constant, String javaType, boolean javaLang) {
	static AttributeType of(String cType) {
		return switch (cType) {
			case "char*" -> lang("STRING", "String");
			case "bool" -> lang("BOOL", "Boolean");
			case "uint16_t" -> lang("UINT16", "Integer");
			case "uint32_t" -> lang("UINT32", "Integer");
			case "uint64_t" -> lang("UINT64", "Long");
			case "size_t" -> lang("SIZE", "Long");
			case "int" -> lang("INT", "Integer");
			case "int32_t" -> lang("INT32", "Integer");
			case "pid_t" -> lang("PID", "Integer");
			case "float" -> lang("FLOAT", "Float");
			case "double" -> lang("DOUBLE", "Double");
			case "time_t" -> lang("TIME", "Long");
			case "structtimeval" -> model("TIMEVAL", "TimeVal");
			case "pmix_byte_object_t" -> model("BYTE_OBJECT", "ByteObject");
			case "pmix_data_array_t" -> model("DATA_ARRAY", "DataArray");
			case "pmix_proc_t" -> model("PROC", "Proc");
			case "pmix_rank_t" -> model("RANK", "Rank");
			case "pmix_status_t" -> model("STATUS", "Status");
			case "pmix_envar_t" -> model("ENVAR", "Envar");
			case "pmix_scope_t" -> model("SCOPE", "Scope");
			case "pmix_data_range_t" -> model("DATA_RANGE", "DataRange");
			case "pmix_persistence_t" -> model("PERSISTENCE", "Persistence");
			case "pmix_proc_state_t" -> model("PROC_STATE", "ProcState");
			case "pmix_link_state_t" -> model("LINK_STATE", "LinkState");
			case "pmix_device_type_t" -> model("DEVICE_TYPE", "DeviceType");
			case "pmix_storage_medium_t" -> model("STORAGE_MEDIUM", "StorageMedium");
			case "pmix_storage_accessibility_t" -> model("STORAGE_ACCESSIBILITY", "StorageAccessibility");
			case "pmix_storage_persistence_t" -> model("STORAGE_PERSISTENCE", "StoragePersistence");
			case "pmix_storage_access_type_t" -> model("STORAGE_ACCESS_TYPE", "StorageAccessType");
			case "pmix_geometry_t" -> model("GEOMETRY", "Geometry");
			case "pmix_cpuset_t" -> model("CPUSET", "CpuSet");
			case "pmix_topology_t" -> model("TOPOLOGY", "Topology");
			case "varies", "pointer", "void*", "struct event_base*", "hwloc_topology_t", "pmix_alloc_inheritance_t", "" ->
				model("ANY", "PmixValue");
			default -> throw new IllegalStateException("attributes.tsv: no ValueType for the C type " + cType);
		};
	}

	private static AttributeType lang(String constant, String javaType) {
		return new AttributeType(constant, javaType, true);
	}

	private static AttributeType model(String constant, String javaType) {
		return new AttributeType(constant, javaType, false);
	}
}
