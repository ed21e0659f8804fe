// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.server.internal.jobinfo.JobRealm;

/**
 * Subject of a query, named by its qualifiers. Immutable.
 *
 * @param proc     the process; rank UNDEF if only the job is named; the requester's job if nothing is named
 * @param realm    the session, node, or application, if one is named; also the job, if it is named as the realm
 * @param refresh  whether cached data must not be used
 * @see "OpenPMIx src/common/pmix_query.c"
 */
public record QuerySubject(Proc proc, Optional<JobRealm> realm, boolean refresh) {
	/**
	 * @param qualifiers qualifiers of a query
	 * @param asker      the requesting process
	 * @return the subject
	 * @throws PmixException BAD_PARAM if a qualifier is of the wrong type
	 */
	public static QuerySubject of(Infos qualifiers, Proc asker) throws PmixException {
		Optional<Proc> named = qualifiers.get(ProcAttributes.PROCID);
		Proc proc = named.isPresent() ? named.get()
				: new Proc(qualifiers.get(JobAttributes.NSPACE).filter(name -> !name.isEmpty()).orElse(asker.nspace()),
						qualifiers.get(ProcAttributes.RANK).orElse(Rank.UNDEF));
		return new QuerySubject(proc, JobRealm.ofQuery(qualifiers),
				qualifiers.isTrue(QueryAttributes.QUERY_REFRESH_CACHE));
	}

	/** @return the node, if one is named by its name */
	public Optional<String> hostname() {
		return realm.flatMap(named -> named.directives().host());
	}
}
