// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.internal.support.FunctionTable;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * The functions of server and host with the attributes that each honors. Owned by the server, on its loop.
 *
 * @see "PMIx Standard, chapter Query, PMIx_Register_attributes; OpenPMIx src/common/pmix_attributes.c and src/tools/pattrs"
 */
public final class AttributeSupport {
	private final FunctionTable server = new FunctionTable();
	private final FunctionTable host = new FunctionTable();

	/**
	 * Registers attributes that the host honors.
	 *
	 * @param function   name of the function in C
	 * @param attributes attributes that it honors; may be empty
	 * @throws PmixException REPEAT_ATTR_REGISTRATION if the function was registered before
	 */
	public void register(String function, List<Attribute<?>> attributes) throws PmixException {
		if (!host.add(function, attributes)) {
			throw new PmixException(Status.ERR_REPEAT_ATTR_REGISTRATION, "the attributes of " + function + " are registered already");
		}
	}

	/**
	 * Adds the host's answer about its attributes; registered ones take precedence.
	 *
	 * @param functions attributes by function
	 */
	public void offered(Map<String, List<Attribute<?>>> functions) {
		host.add(functions);
	}

	/**
	 * @param queries a request
	 * @return whether its answer depends on the host's attributes
	 */
	public static boolean isWanted(List<Query> queries) {
		return queries.stream().flatMap(query -> query.keys().stream()).anyMatch(
				key -> key.equals(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key()) || key.equals(QueryAttributes.QUERY_SUPPORTED_KEYS.key()));
	}

	/**
	 * @param function name of a function
	 * @return attributes registered by the host for it
	 */
	List<Attribute<?>> ofHost(String function) {
		return host.of(function);
	}

	/**
	 * Answers pmix.qry.attrs. Clients from 5.0.9 on do not pass on the requested functions, so all are returned to them.
	 *
	 * @param qualifiers requested tables; all if there are none
	 * @param version    release of the peer: older ones expect lists of functions under the key of the qualifier
	 * @return the answers; empty if no requested table is available
	 */
	List<Info> answer(Infos qualifiers, PeerVersion version) {
		server.add(ServerFunctions.all());
		List<Info> answers = new ArrayList<>();
		if (qualifiers.isEmpty()) {
			List<Info> all = new ArrayList<>(server.attributes());
			all.add(Info.of(QueryAttributes.SERVER_FUNCTIONS, server.names()));
			all.addAll(host.attributes());
			all.add(Info.of(QueryAttributes.HOST_FUNCTIONS, host.names()));
			answers.add(FunctionTable.answer(all));
		}
		for (Info qualifier : qualifiers) {
			if (qualifier.key().equals(QueryAttributes.SERVER_ATTRIBUTES.key())) {
				answers.add(FunctionTable.answer(server.attributes(qualifier)));
			} else if (qualifier.key().equals(QueryAttributes.HOST_ATTRIBUTES.key())) {
				answers.add(FunctionTable.answer(host.attributes(qualifier)));
			} else if (qualifier.key().equals(QueryAttributes.SERVER_FUNCTIONS.key())) {
				answers.add(functions(Info.of(QueryAttributes.SERVER_FUNCTIONS, server.names()), version));
			} else if (qualifier.key().equals(QueryAttributes.HOST_FUNCTIONS.key())) {
				answers.add(functions(Info.of(QueryAttributes.HOST_FUNCTIONS, host.names()), version));
			}
		}
		return answers;
	}

	private static Info functions(Info names, PeerVersion version) {
		return version.isAtLeast(5, 0, 0) ? FunctionTable.answer(List.of(names)) : names;
	}
}
