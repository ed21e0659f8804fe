// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.report;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.attributes.QueryAttributes;

/** Reads which functions and attributes a server supports from the nested answers of servers of all releases. Stateless. */
public final class SupportReader {
	private static final List<String> NAMES = List.of(QueryAttributes.SERVER_FUNCTIONS.key(), QueryAttributes.HOST_FUNCTIONS.key(),
			QueryAttributes.CLIENT_FUNCTIONS.key(), QueryAttributes.TOOL_FUNCTIONS.key());

	private SupportReader() {
	}

	/**
	 * A function with the attributes that it honors.
	 *
	 * @param function   its name in C
	 * @param attributes the attributes; empty if there are none, or only the names of functions were requested
	 */
	public record Supported(String function, List<RegisteredAttribute> attributes) {
		/** Copies the list. */
		public Supported {
			attributes = List.copyOf(attributes);
		}
	}

	/**
	 * @param answer to a query of PMIX_QUERY_ATTRIBUTE_SUPPORT
	 * @return the functions, in the order of the answer
	 */
	public static List<Supported> read(Infos answer) {
		List<Supported> all = new ArrayList<>();
		answer.forEach(info -> read(info, all));
		return all;
	}

	private static void read(Info info, List<Supported> all) {
		if (NAMES.contains(info.key())) {
			for (String name : info.value() instanceof PmixValue.Str text ? text.value().split(",") : new String[0]) {
				all.add(new Supported(name, List.of()));
			}
		} else if (info.value() instanceof DataArray array && array.elementType().equals(DataType.REGATTR)) {
			// servers for pattrs of release 4.2 send an entry without a key instead of an empty array
			all.add(new Supported(info.key(), array.elements().stream().map(RegisteredAttribute.class::cast)
					.filter(attribute -> !attribute.key().isEmpty()).toList()));
		} else if (info.value() instanceof DataArray array) {
			for (PmixValue element : array.elements()) {
				if (element instanceof Info inner) {
					read(inner, all);
				}
			}
		}
	}
}
