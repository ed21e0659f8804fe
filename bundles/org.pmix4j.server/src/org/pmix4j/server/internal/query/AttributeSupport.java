// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

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
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Query;
import org.pmix4j.model.RegisteredAttribute;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * Which functions server and host offer, and which attributes each honours. Owned by the server, on the loop.
 *
 * @see "PMIx Standard, chapter Query, PMIx_Register_attributes; OpenPMIx src/common/pmix_attributes.c and src/tools/pattrs"
 */
public final class AttributeSupport {
	/** Functions with what each honours. */
	private static final class Table {
		private final Map<String, List<Attribute<?>>> functions = new LinkedHashMap<>();

		/** Names, separated by commas. */
		String names() {
			return String.join(",", functions.keySet());
		}

		/**
		 * What the functions honour that are asked for. The one with the fewest comes first: the pattrs of 4.2 takes its number for that of
		 * all others.
		 */
		List<Info> attributes(List<String> wanted) {
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
				// the pattrs of 4.2 dies of one without a description
				registered.add(new RegisteredAttribute("NONE", "", DataType.UNDEF, List.of("none")));
			}
			return new DataArray(DataType.REGATTR, registered);
		}
	}

	private static final List<String> ALL = List.of("all");

	private final Table server = new Table();
	private final Table host = new Table();

	/**
	 * Notes what the host honours.
	 *
	 * @param function   the name of the function, as in C
	 * @param attributes what it honours; may be none
	 * @throws PmixException REPEAT_ATTR_REGISTRATION if that was told before
	 */
	public void register(String function, List<Attribute<?>> attributes) throws PmixException {
		if (host.functions.putIfAbsent(function, List.copyOf(attributes)) != null) {
			throw new PmixException(Status.ERR_REPEAT_ATTR_REGISTRATION, "the attributes of " + function + " are registered already");
		}
	}

	/**
	 * Takes what the host says when it is asked; what it has registered by itself stays.
	 *
	 * @param functions with what each honours
	 */
	public void offered(Map<String, List<Attribute<?>>> functions) {
		functions.forEach(host.functions::putIfAbsent);
	}

	/**
	 * @param queries a request
	 * @return whether it takes what the host honours to answer it
	 */
	public static boolean isWanted(List<Query> queries) {
		return queries.stream().flatMap(query -> query.keys().stream()).anyMatch(
				key -> key.equals(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key()) || key.equals(QueryAttributes.QUERY_SUPPORTED_KEYS.key()));
	}

	/**
	 * @param function the name of a function
	 * @return the attributes of it that the host has registered
	 */
	List<Attribute<?>> ofHost(String function) {
		return host.functions.getOrDefault(function, List.of());
	}

	/**
	 * Answers pmix.qry.attrs. Clients of 5.0.9 and later do not pass on which functions are wanted, so all are told.
	 *
	 * @param qualifiers which tables; without any, all
	 * @param version    of the peer: older ones look for lists of functions under the key of the qualifier
	 * @return the answers; none if no table is asked for that is here
	 */
	List<Info> answer(Infos qualifiers, PeerVersion version) {
		server.functions.putAll(ServerFunctions.all());
		List<Info> answers = new ArrayList<>();
		if (qualifiers.isEmpty()) {
			List<Info> all = new ArrayList<>(server.attributes(ALL));
			all.add(Info.of(QueryAttributes.SERVER_FUNCTIONS, server.names()));
			all.addAll(host.attributes(ALL));
			all.add(Info.of(QueryAttributes.HOST_FUNCTIONS, host.names()));
			answers.add(support(all));
		}
		for (Info qualifier : qualifiers) {
			if (qualifier.key().equals(QueryAttributes.SERVER_ATTRIBUTES.key())) {
				answers.add(support(server.attributes(wanted(qualifier))));
			} else if (qualifier.key().equals(QueryAttributes.HOST_ATTRIBUTES.key())) {
				answers.add(support(host.attributes(wanted(qualifier))));
			} else if (qualifier.key().equals(QueryAttributes.SERVER_FUNCTIONS.key())) {
				answers.add(functions(Info.of(QueryAttributes.SERVER_FUNCTIONS, server.names()), version));
			} else if (qualifier.key().equals(QueryAttributes.HOST_FUNCTIONS.key())) {
				answers.add(functions(Info.of(QueryAttributes.HOST_FUNCTIONS, host.names()), version));
			}
		}
		return answers;
	}

	private static Info functions(Info names, PeerVersion version) {
		return version.isAtLeast(5, 0, 0) ? support(List.of(names)) : names;
	}

	private static Info support(List<Info> infos) {
		return Info.of(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key(), DataArray.of(new Infos(infos)));
	}

	private static List<String> wanted(Info qualifier) {
		return qualifier.value() instanceof PmixValue.Str names && !names.value().isEmpty() ? List.of(names.value().split(",")) : ALL;
	}
}
