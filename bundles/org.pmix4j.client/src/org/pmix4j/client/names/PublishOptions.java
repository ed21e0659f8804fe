// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.names;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.PublishAttributes;

/**
 * Options of a publication: the processes that may look the data up, and their persistence. Immutable.
 *
 * @param range       the readers; UNDEF for the server's default, which is the session
 * @param persistence persistence of the data; INVALID for the server's default, which is the publisher's application
 * @param users       user ids that may read the data, unsigned; empty for the publisher's user
 * @param groups      group ids that may read the data, unsigned; empty for any group
 * @param request     limit and further directives
 * @see "PMIx Standard, chapter Publish/Lookup Operations, PMIx_Publish"
 */
public record PublishOptions(DataRange range, Persistence persistence, List<Integer> users, List<Integer> groups,
		RequestOptions request) {
	/** The defaults of the server. */
	public static final PublishOptions DEFAULT = new PublishOptions(DataRange.UNDEF, Persistence.INVALID, List.of(), List.of(),
			RequestOptions.DEFAULT);

	/** Copies the lists. */
	public PublishOptions {
		users = List.copyOf(users);
		groups = List.copyOf(groups);
	}

	/**
	 * {@return the options with these values}
	 *
	 * @param range       the readers
	 * @param persistence persistence of the data
	 */
	public static PublishOptions of(DataRange range, Persistence persistence) {
		return DEFAULT.withRange(range).withPersistence(persistence);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the readers; for CUSTOM use {@link #withReaders}
	 */
	public PublishOptions withRange(DataRange value) {
		return new PublishOptions(value, persistence, users, groups, request);
	}

	/**
	 * {@return a copy with the range CUSTOM}
	 *
	 * @param procs the readers; rank WILDCARD for all of a namespace
	 */
	public PublishOptions withReaders(Proc... procs) {
		return withRange(DataRange.CUSTOM).plusInfos(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), DataArray.ofProcs(List.of(procs))));
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value persistence of the data
	 */
	public PublishOptions withPersistence(Persistence value) {
		return new PublishOptions(range, value, users, groups, request);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param uids user ids that may read the data, unsigned
	 */
	public PublishOptions withUsers(Integer... uids) {
		return new PublishOptions(range, persistence, List.of(uids), groups, request);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param gids group ids that may read the data, unsigned
	 */
	public PublishOptions withGroups(Integer... gids) {
		return new PublishOptions(range, persistence, users, List.of(gids), request);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the time to wait; zero for the request limit of the client
	 */
	public PublishOptions withLimit(Duration value) {
		return new PublishOptions(range, persistence, users, groups, request.withLimit(value));
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives to add
	 */
	public PublishOptions plusInfos(Info... more) {
		return new PublishOptions(range, persistence, users, groups, request.plusInfos(more));
	}

	/** {@return the directives of the request, without the limit} */
	public Infos directives() {
		List<Info> all = new ArrayList<>();
		if (!range.equals(DataRange.UNDEF)) {
			all.add(Info.of(PublishAttributes.RANGE, range));
		}
		if (!persistence.equals(Persistence.INVALID)) {
			all.add(Info.of(PublishAttributes.PERSISTENCE, persistence));
		}
		List<Info> access = new ArrayList<>();
		if (!users.isEmpty()) {
			access.add(Info.of(PublishAttributes.ACCESS_USERIDS, ids(users)));
		}
		if (!groups.isEmpty()) {
			access.add(Info.of(PublishAttributes.ACCESS_GRPIDS, ids(groups)));
		}
		if (!access.isEmpty()) {
			all.add(Info.of(PublishAttributes.ACCESS_PERMISSIONS, DataArray.of(new Infos(access))));
		}
		return new Infos(all).concat(request.infos().list());
	}

	private static DataArray ids(List<Integer> ids) {
		List<PmixValue> values = new ArrayList<>();
		for (int id : ids) {
			values.add(new PmixValue.UInt32(id));
		}
		return new DataArray(DataType.UINT32, values);
	}
}
