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
 * How far to go for a value, and for how long.
 *
 * @param effort how far to go
 * @param limit  how long to wait; the server is told too, in whole seconds. Zero for the client's
 *               {@linkplain ClientOptions#requestLimit request limit}, of which the server is not told
 * @param infos  further directives: of which node, program or session, qualifiers
 * @see "PMIx Standard, chapter Process-Related Non-Reserved Keys, PMIx_Get"
 */
public record GetOptions(Effort effort, Duration limit, Infos infos) {
	/** How far to go for a value. */
	public enum Effort {
		/** Only what this client has; nobody is asked (PMIX_OPTIONAL). */
		OPTIONAL,
		/** Also what the server has, but wait for nobody to provide it (PMIX_IMMEDIATE). */
		IMMEDIATE,
		/** Wait until the process in question provides it. */
		WAIT,
		/** Ask the server even if this client has a value, which may be old (PMIX_GET_REFRESH_CACHE). */
		REFRESH
	}

	/** Waits, for the client's request limit. */
	public static final GetOptions DEFAULT = new GetOptions(Effort.WAIT, Duration.ZERO, Infos.EMPTY);
	/** Takes what this client has. */
	public static final GetOptions OPTIONAL = DEFAULT.withEffort(Effort.OPTIONAL);
	/** Takes what this client or the server has. */
	public static final GetOptions IMMEDIATE = DEFAULT.withEffort(Effort.IMMEDIATE);
	/** Takes what the server has or gets. */
	public static final GetOptions REFRESH = DEFAULT.withEffort(Effort.REFRESH);

	/** @throws IllegalArgumentException if the limit is negative */
	public GetOptions {
		if (limit.isNegative()) {
			throw new IllegalArgumentException("limit of a get: " + limit + " must not be negative");
		}
	}

	/**
	 * @param other how far to go
	 * @return the same options but for that
	 */
	public GetOptions withEffort(Effort other) {
		return new GetOptions(other, limit, infos);
	}

	/**
	 * @param other how long to wait; zero for the client's request limit
	 * @return the same options but for that
	 */
	public GetOptions withLimit(Duration other) {
		return new GetOptions(effort, other, infos);
	}

	/**
	 * @param more directives to add
	 * @return the same options with them
	 */
	public GetOptions with(Info... more) {
		return new GetOptions(effort, limit, infos.concat(List.of(more)));
	}

	/**
	 * @param scope only what was put with this scope
	 * @return the same options with that
	 */
	public GetOptions ofScope(Scope scope) {
		return with(Info.of(KeyValueAttributes.DATA_SCOPE, scope));
	}

	/**
	 * @param hostname the node that is asked about
	 * @return the same options with that
	 */
	public GetOptions ofNode(String hostname) {
		return with(Info.of(LevelAttributes.NODE_INFO, true), Info.of(NodeAttributes.HOSTNAME, hostname));
	}

	/**
	 * @param appnum the program of the job that is asked about, from 0
	 * @return the same options with that
	 */
	public GetOptions ofApp(int appnum) {
		return with(Info.of(LevelAttributes.APP_INFO, true), Info.of(AppAttributes.APPNUM, appnum));
	}

	/**
	 * @param sessionId the session that is asked about
	 * @return the same options with that
	 */
	public GetOptions ofSession(int sessionId) {
		return with(Info.of(LevelAttributes.SESSION_INFO, true), Info.of(SessionAttributes.SESSION_ID, sessionId));
	}
}
