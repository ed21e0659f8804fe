// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.List;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;

/** Somebody who knows answers. */
interface AnswerSource {
	/**
	 * @param key        what is asked
	 * @param qualifiers of the query
	 * @param subject    what they say
	 * @return the answer, as a rule one info with the key; empty if it is not known
	 * @throws PmixException if the question makes no sense
	 */
	List<Info> answer(String key, Infos qualifiers, QuerySubject subject) throws PmixException;
}
