// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.support;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.attributes.QueryAttributes;

/**
 * Functions of one level, such as client or server, with the attributes that each honors. Owned by the object that answers queries for
 * them.
 *
 * @see "PMIx Standard, chapter Query, PMIX_QUERY_ATTRIBUTE_SUPPORT; OpenPMIx src/common/pmix_attributes.c"
 */
public final class FunctionTable {
	private static final List<String> ALL = List.of("all");

	private final Map<String, List<Attribute<?>>> functions = new LinkedHashMap<>();

	/** Makes an empty table. */
	public FunctionTable() {
	}

	/**
	 * Adds functions that the table does not have yet.
	 *
	 * @param more attributes by the name of the function in C
	 */
	public void add(Map<String, List<Attribute<?>>> more) {
		more.forEach(functions::putIfAbsent);
	}

	/**
	 * Adds a function.
	 *
	 * @param function   its name in C
	 * @param attributes attributes that it honors; may be empty
	 * @return whether the table did not have it yet
	 */
	public boolean add(String function, List<Attribute<?>> attributes) {
		return functions.putIfAbsent(function, List.copyOf(attributes)) == null;
	}

	/**
	 * @param function its name in C
	 * @return the attributes that it honors; empty if the table does not have it
	 */
	public List<Attribute<?>> of(String function) {
		return functions.getOrDefault(function, List.of());
	}

	/** @return the names of all functions, comma separated */
	public String names() {
		return String.join(",", functions.keySet());
	}

	/** @return the attributes of all functions */
	public List<Info> attributes() {
		return attributes(ALL);
	}

	/**
	 * @param qualifier of a query: names of functions, comma separated; anything else means all
	 * @return the attributes of the requested functions
	 */
	public List<Info> attributes(Info qualifier) {
		return attributes(qualifier.value() instanceof PmixValue.Str names && !names.value().isEmpty() ? List.of(names.value().split(",")) : ALL);
	}

	/** The function with the fewest attributes comes first, since pattrs of 4.2 uses its number for all of them. */
	private List<Info> attributes(List<String> wanted) {
		return functions.entrySet().stream().filter(function -> wanted.contains("all") || wanted.contains(function.getKey()))
				.sorted(Comparator.comparing(function -> function.getValue().size()))
				.map(function -> Info.of(function.getKey(), array(function.getValue()))).toList();
	}

	private static DataArray array(List<Attribute<?>> attributes) {
		List<PmixValue> registered = new ArrayList<>();
		for (Attribute<?> attribute : attributes) {
			registered.add(new RegisteredAttribute(attribute.name(), attribute.key(), attribute.type().dataType(),
					List.of(attribute.type().name())));
		}
		if (registered.isEmpty()) {
			// pattrs of 4.2 crashes on an entry without a description
			registered.add(new RegisteredAttribute("NONE", "", DataType.UNDEF, List.of("none")));
		}
		return new DataArray(DataType.REGATTR, registered);
	}

	/**
	 * @param infos answers for functions
	 * @return the answer to a query
	 */
	public static Info answer(List<Info> infos) {
		return Info.of(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key(), DataArray.of(new Infos(infos)));
	}
}
