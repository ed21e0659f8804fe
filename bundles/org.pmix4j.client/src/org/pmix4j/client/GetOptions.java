// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.time.Duration;
import java.util.List;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Scope;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/**
 * Options of a get. Immutable.
 *
 * @param effort where to look
 * @param limit  the time to wait; also sent to the server, in whole seconds. Zero for the {@linkplain ClientOptions#requestLimit request
 *               limit} of the client, which is not sent
 * @param infos  further directives: node, program or session, qualifiers. Attributes of C that these options state as well, such as
 *               PMIX_OPTIONAL or PMIX_IMMEDIATE, count instead of the options
 * @see "PMIx Standard, chapter Process-Related Non-Reserved Keys, PMIx_Get"
 */
public record GetOptions(Effort effort, Duration limit, Infos infos) {
	/** The places in which a get searches for a value. */
	public enum Effort {
		/** In this client only; the server is not asked (PMIX_OPTIONAL). */
		OPTIONAL,
		/** In this client and at the server, without waiting for another process (PMIX_IMMEDIATE). */
		IMMEDIATE,
		/** In this client and at the server, until the process provides the value. */
		WAIT,
		/** At the server, even if this client has a value, because that value may be old (PMIX_GET_REFRESH_CACHE). */
		REFRESH
	}

	/** Waits for the value, up to the request limit of the client. */
	public static final GetOptions DEFAULT = new GetOptions(Effort.WAIT, Duration.ZERO, Infos.EMPTY);
	/** Looks in this client only. */
	public static final GetOptions OPTIONAL = DEFAULT.withEffort(Effort.OPTIONAL);
	/** Looks in this client and at the server, without waiting. */
	public static final GetOptions IMMEDIATE = DEFAULT.withEffort(Effort.IMMEDIATE);
	/** Requests the newest value from the server. */
	public static final GetOptions REFRESH = DEFAULT.withEffort(Effort.REFRESH);

	/**
	 * Accepts any limit from zero on. Zero is replaced by PMIX_TIMEOUT if that is among the directives.
	 *
	 * @throws IllegalArgumentException if the limit is negative
	 */
	public GetOptions {
		if (limit.isNegative()) {
			throw new IllegalArgumentException("limit of a get: " + limit + " must not be negative");
		}
		limit = RequestOptions.statedLimit(limit, infos);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value places to search
	 */
	public GetOptions withEffort(Effort value) {
		return new GetOptions(value, limit, infos);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the time to wait; zero for the request limit of the client
	 */
	public GetOptions withLimit(Duration value) {
		return new GetOptions(effort, value, infos);
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives to add
	 */
	public GetOptions plusInfos(Info... more) {
		return new GetOptions(effort, limit, infos.concat(List.of(more)));
	}

	/**
	 * {@return a copy that finds only values of this scope}
	 *
	 * @param scope the scope of the put
	 */
	public GetOptions plusScope(Scope scope) {
		return plusInfos(Info.of(KeyValueAttributes.DATA_SCOPE, scope));
	}

	/**
	 * {@return a copy that asks about this node}
	 *
	 * @param hostname name of a node
	 */
	public GetOptions plusNode(String hostname) {
		return plusInfos(Info.of(LevelAttributes.NODE_INFO, true), Info.of(NodeAttributes.HOSTNAME, hostname));
	}

	/**
	 * {@return a copy that asks about this program}
	 *
	 * @param appnum number of a program of the job, from 0
	 */
	public GetOptions plusApp(int appnum) {
		return plusInfos(Info.of(LevelAttributes.APP_INFO, true), Info.of(AppAttributes.APPNUM, appnum));
	}

	/**
	 * {@return a copy that asks about this session}
	 *
	 * @param sessionId number of a session
	 */
	public GetOptions plusSession(int sessionId) {
		return plusInfos(Info.of(LevelAttributes.SESSION_INFO, true), Info.of(SessionAttributes.SESSION_ID, sessionId));
	}
}
