// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.support;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.RealmDirectives;
import org.pmix4j.model.attributes.SessionAttributes;

/**
 * Checks the directives of a get before it is answered, also where they make no difference to the answer. Immutable.
 *
 * @see "PMIx Standard, PMIx_Get; PMIX_INFO_REQUIRED"
 */
public final class GetSupport {
	private static final List<Attribute<?>> ALWAYS = List.of(KeyValueAttributes.OPTIONAL, KeyValueAttributes.IMMEDIATE,
			KeyValueAttributes.GET_REFRESH_CACHE, KeyValueAttributes.TIMEOUT, KeyValueAttributes.DATA_SCOPE, LevelAttributes.SESSION_INFO,
			LevelAttributes.JOB_INFO, LevelAttributes.APP_INFO, LevelAttributes.NODE_INFO, SessionAttributes.SESSION_ID, AppAttributes.APPNUM,
			NodeAttributes.HOSTNAME, NodeAttributes.NODEID, GroupAttributes.PSET_NAME);

	private final Set<String> honored = new HashSet<>();

	/** @param more attributes that the caller honors beyond those of the Standard */
	public GetSupport(Attribute<?>... more) {
		Stream.concat(ALWAYS.stream(), Arrays.stream(more)).forEach(attribute -> honored.add(attribute.key()));
	}

	/**
	 * Checks directives.
	 *
	 * @param directives of a get; qualifiers of the value are not examined
	 * @throws PmixException NOT_SUPPORTED if a required one has no effect, BAD_PARAM if one has a value of another type
	 */
	public void check(Infos directives) throws PmixException {
		if (directives.isEmpty()) {
			return;
		}
		for (Info info : directives) {
			if (info.isRequired() && !honored.contains(info.key()) && !info.flags().contains(InfoDirectives.QUALIFIER)) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED,
						"get: " + KnownAttributes.nameOf(info.key()) + " is required, but has no effect here");
			}
		}
		RealmDirectives.of(directives);
		for (Attribute<Boolean> flag : List.of(LevelAttributes.SESSION_INFO, LevelAttributes.JOB_INFO, LevelAttributes.APP_INFO,
				LevelAttributes.NODE_INFO, KeyValueAttributes.OPTIONAL, KeyValueAttributes.IMMEDIATE, KeyValueAttributes.GET_REFRESH_CACHE)) {
			directives.isTrue(flag);
		}
		directives.get(KeyValueAttributes.DATA_SCOPE);
		directives.get(KeyValueAttributes.TIMEOUT);
		directives.get(GroupAttributes.PSET_NAME);
	}
}
