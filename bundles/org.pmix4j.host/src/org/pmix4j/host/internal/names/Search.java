// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.names;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.server.spi.LoopTimer;

/**
 * One lookup and its waiting time. Owned by {@link NameService}.
 *
 * @see "PMIx Standard, chapter Publish/Lookup Operations, PMIx_Lookup"
 */
final class Search {
	private static final int FEW = 16;

	final Party reader;
	final Set<String> keys;
	final CompletableFuture<List<PublishedData>> answer = new CompletableFuture<>();
	/** The number of keys that it waits for; 0 if it does not wait. */
	final int wanted;
	final Optional<Duration> limit;
	private final PublishRange reach;
	private @Nullable LoopTimer timer;

	/**
	 * @throws PmixException BAD_PARAM if the request is malformed
	 */
	Search(Party reader, List<String> keys, Infos infos) throws PmixException {
		this.reader = reader;
		this.keys = new LinkedHashSet<>(keys);
		if (keys.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, reader.proc() + " must name at least one key to look up");
		}
		reach = PublishRange.ofLookup(infos.get(PublishAttributes.RANGE).orElse(DataRange.UNDEF));
		wanted = wanted(infos);
		limit = infos.get(KeyValueAttributes.TIMEOUT).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
	}

	/** The Standard has a number of keys, with 0 for all; OpenPMIx's programs pass a boolean. */
	private int wanted(Infos infos) throws PmixException {
		Optional<PmixValue> wait = infos.value(KeyValueAttributes.WAIT.key());
		if (wait.isEmpty() || wait.get().equals(PmixValue.Bool.FALSE)) {
			return 0;
		}
		OptionalLong count = ValueType.asNumber(wait.get());
		if (count.isEmpty()) {
			ValueType.BOOL.fromValue(wait.get()).orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM,
					KeyValueAttributes.WAIT + " must be a number of keys or a switch, not " + wait.get().type()));
		}
		return count.isPresent() && count.getAsLong() > 0 ? (int) Math.min(count.getAsLong(), keys.size()) : keys.size();
	}

	/** Returns whether the publisher is in the range of the lookup and the reader in the range of the publication. */
	boolean reaches(Publication publication) throws PmixException {
		return reader.reaches(publication.publisher().proc(), reach) && publication.isFor(reader);
	}

	/** Returns the keys as text, or the first ones of many. */
	String keyText() {
		String first = keys.stream().limit(FEW).collect(Collectors.joining(", "));
		return keys.size() > FEW ? first + " and " + (keys.size() - FEW) + " more keys" : first;
	}

	void waits(LoopTimer until) {
		timer = until;
	}

	void answer(List<PublishedData> found) {
		cancelTimer();
		answer.complete(found);
	}

	void fail(Status status, String why) {
		cancelTimer();
		answer.completeExceptionally(new PmixException(status, why));
	}

	private void cancelTimer() {
		if (timer != null) {
			timer.cancel();
		}
	}
}
