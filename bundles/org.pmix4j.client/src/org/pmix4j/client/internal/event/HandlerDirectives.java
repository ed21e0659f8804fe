// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.HandlerPlacement;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.wire.internal.event.EventFacts;

/** Converts the attributes of C programs to {@link HandlerOptions}. Stateless. */
final class HandlerDirectives {
	private static final Map<Attribute<Boolean>, HandlerPlacement> PLACES = Map.of(
			EventAttributes.EVENT_HDLR_FIRST, HandlerPlacement.FIRST, EventAttributes.EVENT_HDLR_LAST, HandlerPlacement.LAST,
			EventAttributes.EVENT_HDLR_FIRST_IN_CATEGORY, HandlerPlacement.FIRST_IN_CATEGORY,
			EventAttributes.EVENT_HDLR_LAST_IN_CATEGORY, HandlerPlacement.LAST_IN_CATEGORY,
			EventAttributes.EVENT_HDLR_PREPEND, HandlerPlacement.FRONT, EventAttributes.EVENT_HDLR_APPEND, HandlerPlacement.BACK);
	/** Keys of the attributes that are not sent to the server as they are. */
	private static final Set<String> READ = Stream.concat(PLACES.keySet().stream(),
			Stream.of(EventAttributes.EVENT_HDLR_NAME, EventAttributes.EVENT_HDLR_BEFORE, EventAttributes.EVENT_HDLR_AFTER,
					EventAttributes.EVENT_ONESHOT, PublishAttributes.RANGE, EventAttributes.EVENT_AFFECTED_PROC,
					EventAttributes.EVENT_AFFECTED_PROCS))
			.map(Attribute::key).collect(Collectors.toUnmodifiableSet());

	private HandlerDirectives() {
	}

	/** Returns the options with the attributes moved to the options that they stand for. */
	static HandlerOptions read(HandlerOptions options) throws PmixException {
		Infos infos = options.infos();
		if (infos.isEmpty()) {
			return options;
		}
		List<Proc> affected = EventFacts.affected(infos);
		return new HandlerOptions(options.codes(), infos.get(EventAttributes.EVENT_HDLR_NAME).orElse(options.name()),
				place(infos).orElse(options.placement()), options.oneShot() || infos.isTrue(EventAttributes.EVENT_ONESHOT),
				range(infos).orElse(options.range()), affected.isEmpty() ? options.affected() : affected,
				infos.without(READ));
	}

	private static Optional<DataRange> range(Infos infos) throws PmixException {
		return infos.contains(EventAttributes.EVENT_CUSTOM_RANGE) ? Optional.of(DataRange.CUSTOM) : infos.get(PublishAttributes.RANGE);
	}

	private static Optional<HandlerPlacement> place(Infos infos) throws PmixException {
		Map<Attribute<?>, HandlerPlacement> places = new LinkedHashMap<>();
		for (Map.Entry<Attribute<Boolean>, HandlerPlacement> place : PLACES.entrySet()) {
			if (infos.isTrue(place.getKey())) {
				places.put(place.getKey(), place.getValue());
			}
		}
		infos.get(EventAttributes.EVENT_HDLR_BEFORE)
				.ifPresent(name -> places.put(EventAttributes.EVENT_HDLR_BEFORE, HandlerPlacement.before(name)));
		infos.get(EventAttributes.EVENT_HDLR_AFTER)
				.ifPresent(name -> places.put(EventAttributes.EVENT_HDLR_AFTER, HandlerPlacement.after(name)));
		if (places.size() > 1) {
			throw new PmixException(Status.ERR_BAD_PARAM, "an event handler has one place, but is given "
					+ places.keySet().stream().map(Attribute::name).sorted().collect(Collectors.joining(" and ")));
		}
		return places.values().stream().findFirst();
	}
}
