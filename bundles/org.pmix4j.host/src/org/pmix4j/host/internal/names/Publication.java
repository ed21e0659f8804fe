// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.HeldSize;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.PublishAttributes;

/**
 * One published value. Immutable.
 *
 * @param publisher   the process that published it
 * @param key         its key
 * @param value       its value
 * @param range       the processes it is for
 * @param access      the users that may read it
 * @param persistence how long it is kept
 * @see "PMIx Standard, chapter Publish/Lookup Operations, PMIx_Publish"
 */
record Publication(Party publisher, String key, PmixValue value, DataRange range, Access access, Persistence persistence) {
	/** The estimated overhead of a value in bytes. */
	private static final int BASE = 100;
	/** Keys of directives, which are not data; neither are other keys that PMIx defines. */
	private static final Set<String> DIRECTIVES = Set.of(PublishAttributes.RANGE.key(), PublishAttributes.PERSISTENCE.key(),
			PublishAttributes.ACCESS_PERMISSIONS.key(), PublishAttributes.ACCESS_USERIDS.key(), PublishAttributes.ACCESS_GRPIDS.key(),
			EventAttributes.EVENT_CUSTOM_RANGE.key(), KeyValueAttributes.TIMEOUT.key(), IdentityAttributes.USERID.key(),
			IdentityAttributes.GRPID.key(), IdentityAttributes.REQUESTOR.key());

	/**
	 * Reads a request. By default data are for the session and end with the job.
	 *
	 * @throws PmixException BAD_PARAM if it is malformed, DUPLICATE_KEY if it has a key twice
	 */
	static List<Publication> read(Party publisher, Infos infos) throws PmixException {
		DataRange range = rangeOf(infos);
		Access access = Access.of(infos);
		Persistence persistence = infos.get(PublishAttributes.PERSISTENCE).orElse(Persistence.APP);
		if (persistence.equals(Persistence.INVALID) || persistence.constantName().isEmpty()) {
			throw refused(PublishAttributes.PERSISTENCE, persistence + " is not known");
		}
		if (range.equals(DataRange.CUSTOM) && !access.namesSomebody()) {
			throw refused(PublishAttributes.RANGE, "a custom range must name its readers");
		}
		List<Publication> publications = new ArrayList<>();
		Set<String> keys = new HashSet<>();
		for (Info info : infos) {
			if (!DIRECTIVES.contains(info.key()) && KnownAttributes.byKey(info.key()).isEmpty()) {
				publications.add(new Publication(publisher, info.key(), info.value(), range, access, persistence));
				if (!keys.add(info.key())) {
					throw new PmixException(Status.ERR_DUPLICATE_KEY, publisher.proc() + " publishes " + info.key() + " twice in one call");
				}
			}
		}
		if (publications.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, publisher.proc() + " publishes nothing but directives");
		}
		return publications;
	}

	/** Returns the range of a request, by default the session. */
	static DataRange rangeOf(Infos infos) throws PmixException {
		DataRange range = infos.get(PublishAttributes.RANGE).filter(given -> !given.equals(DataRange.UNDEF)).orElse(DataRange.SESSION);
		PublishRange.of(range);
		return range;
	}

	private static PmixException refused(Attribute<?> attribute, String why) {
		return new PmixException(Status.ERR_BAD_PARAM, attribute + ": " + why);
	}

	/** Returns whether both have the same key in the same range. */
	boolean isInTheWayOf(Publication other) throws PmixException {
		return key.equals(other.key) && range.equals(other.range) && publisher.reaches(other.publisher.proc(), PublishRange.of(range));
	}

	/** Returns whether the reader is in the range, regardless of its user. */
	boolean isFor(Party reader) throws PmixException {
		return range.equals(DataRange.CUSTOM) ? access.names(reader) : publisher.reaches(reader.proc(), PublishRange.of(range));
	}

	/** Returns whether the reader's user and group are allowed to read it. */
	boolean permits(Party reader) {
		return access.permits(publisher, reader);
	}

	/** Returns whether it ends with this process, or with all ranks of this job. */
	boolean endsWith(Proc ended) {
		return ended.covers(publisher.proc()) && (persistence.equals(Persistence.PROC)
				|| persistence.equals(Persistence.APP) && ended.equals(Proc.wildcard(ended.nspace())));
	}

	/** Returns whether the first reader removes it. */
	boolean isForOneReader() {
		return persistence.equals(Persistence.FIRST_READ);
	}

	/** Returns its estimated size in memory in bytes. */
	long size() {
		return BASE + 2L * key.length() + HeldSize.of(value);
	}

	/** Returns the datum as a reader receives it. */
	PublishedData data() {
		return new PublishedData(publisher.proc(), key, value);
	}
}
