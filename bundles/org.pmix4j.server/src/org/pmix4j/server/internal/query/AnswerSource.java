// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.List;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;

/** A source of answers to queries. */
interface AnswerSource {
	/**
	 * @param key        queried key
	 * @param qualifiers qualifiers of the query
	 * @param subject    subject named by the qualifiers
	 * @return the answer, usually one info with the key; empty if it is unknown
	 * @throws PmixException if the query is invalid
	 */
	List<Info> answer(String key, Infos qualifiers, QuerySubject subject) throws PmixException;
}
