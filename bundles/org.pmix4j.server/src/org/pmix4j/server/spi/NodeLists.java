// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.NodeRegex;

/**
 * Reads lists of nodes that processes send: names with commas between, or a regular expression of PMIx in any of its forms. Stateless.
 *
 * @see "PMIx Standard, PMIx_generate_regex"
 */
public final class NodeLists {
	private static final List<String> FORMS = List.of("pmix[", "raw:");

	private NodeLists() {
	}

	/**
	 * {@return the names in their order; empty if there are none}
	 *
	 * @param value a text or a regular expression
	 * @throws PmixException BAD_PARAM if the value is neither, or the expression is malformed or stands for too many names
	 */
	public static List<String> names(PmixValue value) throws PmixException {
		try {
			if (value instanceof PmixValue.Regex regex) {
				return NodeRegex.parse(regex.content(), Limits.DEFAULT);
			}
			if (value instanceof PmixValue.Str text) {
				return FORMS.stream().anyMatch(text.value()::startsWith) ? NodeRegex.parse(text.value(), Limits.DEFAULT) : split(text.value());
			}
			throw new PmixException(Status.ERR_BAD_PARAM, "a list of nodes must be a text or a regular expression, not " + value.type());
		} catch (MalformedMessageException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the regular expression for nodes is malformed: " + e.getMessage(), e);
		}
	}

	private static List<String> split(String text) {
		List<String> names = new ArrayList<>();
		for (String name : text.split(",")) {
			if (!name.isBlank()) {
				names.add(name.strip());
			}
		}
		return names;
	}
}
