// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import org.pmix4j.client.internal.connection.LibraryVersion;
import org.pmix4j.client.internal.connection.ServerFiles;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.internal.support.FunctionTable;

/**
 * Answers queries that need no server: for the attributes that this process honors itself, and for the servers on this node. Immutable
 * except for lazily made tables. Owned by the role of a session; used on its loop, except for {@link #servers} and {@link #alone}.
 *
 * @see "OpenPMIx src/common/pmix_attributes.c, pmix_attrs_query_support; src/mca/ptl/base/ptl_base_fns.c, pmix_ptl_base_query_servers"
 */
public final class LocalAnswers {
	private static final List<Attribute<String>> OF_SERVER = List.of(QueryAttributes.SERVER_ATTRIBUTES, QueryAttributes.SERVER_FUNCTIONS,
			QueryAttributes.HOST_ATTRIBUTES, QueryAttributes.HOST_FUNCTIONS);

	private final Supplier<ServerFiles> files;
	private final FunctionTable client = new FunctionTable();
	private final Optional<FunctionTable> tool;

	private LocalAnswers(Supplier<ServerFiles> files, Optional<FunctionTable> tool) {
		this.files = files;
		this.tool = tool;
	}

	/**
	 * @param files finds servers on this node
	 * @return the answers of a client
	 */
	public static LocalAnswers ofClient(Supplier<ServerFiles> files) {
		return new LocalAnswers(files, Optional.empty());
	}

	/**
	 * @param files     finds servers on this node
	 * @param functions of tools in C, with the attributes that this tool honors itself
	 * @return the answers of a tool
	 */
	public static LocalAnswers ofTool(Supplier<ServerFiles> files, Map<String, List<Attribute<?>>> functions) {
		FunctionTable table = new FunctionTable();
		table.add(functions);
		return new LocalAnswers(files, Optional.of(table));
	}

	/**
	 * Answers the queries of a process without a server. Reads directories, so it is not for a loop.
	 *
	 * @param queries the queries
	 * @return the answers
	 * @throws PmixException ERR_UNREACH if none of the keys has an answer here, ERR_NOT_FOUND if no server is announced
	 */
	public Infos alone(List<Query> queries) throws PmixException {
		List<Info> answers = new ArrayList<>();
		boolean known = false;
		for (Query query : queries) {
			for (String key : query.keys()) {
				Optional<PmixValue> constant = LibraryVersion.answer(key);
				constant.ifPresent(value -> answers.add(Info.of(key, value)));
				if (key.equals(QueryAttributes.QUERY_AVAIL_SERVERS.key())) {
					answers.addAll(servers());
					known = true;
				} else if (key.equals(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key())) {
					support(query.qualifiers(), answers);
				}
			}
		}
		if (answers.isEmpty()) {
			throw known ? new PmixException(Status.ERR_NOT_FOUND, "no file announces a server on this node")
					: new PmixException(Status.ERR_UNREACH, "the query needs a server, but this process is not attached to one");
		}
		return new Infos(answers);
	}

	/** Returns the PMIX_SERVER_INFO_ARRAY of each server on this node. Reads directories, so it is not for the loop. */
	List<Info> servers() {
		return files.get().descriptions();
	}

	/**
	 * Answers the part of PMIX_QUERY_ATTRIBUTE_SUPPORT that concerns this process.
	 *
	 * @param qualifiers requested tables; all if there are none
	 * @param answers    receives the answers
	 * @return the qualifiers of the question that is left for the server; empty if nothing is left
	 */
	Infos support(Infos qualifiers, List<Info> answers) {
		client.add(ClientFunctions.all());
		if (qualifiers.isEmpty()) {
			List<Info> all = new ArrayList<>(client.attributes());
			all.add(Info.of(QueryAttributes.CLIENT_FUNCTIONS, client.names()));
			tool.ifPresent(table -> {
				all.addAll(table.attributes());
				all.add(Info.of(QueryAttributes.TOOL_FUNCTIONS, table.names()));
			});
			answers.add(FunctionTable.answer(all));
			return Infos.of(OF_SERVER.stream().map(key -> Info.of(key.key(), PmixValue.Bool.TRUE)).toArray(Info[]::new));
		}
		List<Info> left = new ArrayList<>();
		for (Info qualifier : qualifiers) {
			if (OF_SERVER.stream().anyMatch(key -> key.key().equals(qualifier.key()))) {
				left.add(qualifier);
			} else {
				answers.addAll(own(qualifier));
			}
		}
		return new Infos(left);
	}

	private List<Info> own(Info qualifier) {
		List<Info> found = List.of();
		if (qualifier.key().equals(QueryAttributes.CLIENT_ATTRIBUTES.key())) {
			found = client.attributes(qualifier);
		} else if (qualifier.key().equals(QueryAttributes.CLIENT_FUNCTIONS.key())) {
			found = List.of(Info.of(QueryAttributes.CLIENT_FUNCTIONS, client.names()));
		} else if (qualifier.key().equals(QueryAttributes.TOOL_ATTRIBUTES.key())) {
			found = tool.map(table -> table.attributes(qualifier)).orElse(List.of());
		} else if (qualifier.key().equals(QueryAttributes.TOOL_FUNCTIONS.key())) {
			found = tool.map(table -> List.of(Info.of(QueryAttributes.TOOL_FUNCTIONS, table.names()))).orElse(List.of());
		}
		return found.isEmpty() ? found : List.of(FunctionTable.answer(found));
	}
}
