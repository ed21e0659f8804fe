// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.names;

import java.time.Duration;
import java.util.OptionalInt;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.PublishAttributes;

/**
 * Options of a lookup: its range, and whether it waits. Immutable.
 *
 * @param range   the publishers; UNDEF for the server's default
 * @param waitFor    the number of keys that must be published before the lookup returns, 0 for all; empty to return immediately
 * @param request limit and further directives. A lookup that waits has the fence limit of the client by default
 * @see "PMIx Standard, chapter Publish/Lookup Operations, PMIx_Lookup"
 */
public record LookupOptions(DataRange range, OptionalInt waitFor, RequestOptions request) {
	/** Returns immediately with the published data. */
	public static final LookupOptions DEFAULT = new LookupOptions(DataRange.UNDEF, OptionalInt.empty(), RequestOptions.DEFAULT);
	/** Waits until all keys are published. */
	public static final LookupOptions WAIT = DEFAULT.withWait(0);

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the publishers
	 */
	public LookupOptions withRange(DataRange value) {
		return new LookupOptions(value, waitFor, request);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param count number of keys that must be published before the lookup returns; 0 for all
	 */
	public LookupOptions withWait(int count) {
		return new LookupOptions(range, OptionalInt.of(count), request);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the time to wait; zero for the limit of the client
	 */
	public LookupOptions withLimit(Duration value) {
		return new LookupOptions(range, waitFor, request.withLimit(value));
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives to add
	 */
	public LookupOptions plusInfos(Info... more) {
		return new LookupOptions(range, waitFor, request.plusInfos(more));
	}

	/** {@return the directives of the request, without the limit} */
	public Infos directives() {
		Infos all = Infos.EMPTY;
		if (!range.equals(DataRange.UNDEF)) {
			all = all.with(PublishAttributes.RANGE, range);
		}
		if (waitFor.isPresent()) {
			all = all.with(KeyValueAttributes.WAIT, waitFor.getAsInt());
		}
		return all.concat(request.infos().list());
	}
}
