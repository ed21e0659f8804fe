// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.host.internal.session.Inheritance;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.server.options.OwnUser;

/**
 * Reads the attributes of an allocation request. One without effect here is refused by name. Stateless.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting, Allocation Requests"
 */
final class AllocReader {
	/** The resources that this host cannot allocate, with the reasons. */
	private static final Map<String, String> REFUSED = Map.ofEntries(refusal(AllocAttributes.ALLOC_FABRIC, "it manages no fabric"),
			refusal(AllocAttributes.ALLOC_FABRIC_ID, "it manages no fabric"), refusal(AllocAttributes.ALLOC_BANDWIDTH, "it manages no fabric"),
			refusal(AllocAttributes.ALLOC_FABRIC_QOS, "it manages no fabric"), refusal(AllocAttributes.ALLOC_FABRIC_TYPE, "it manages no fabric"),
			refusal(AllocAttributes.ALLOC_FABRIC_PLANE, "it manages no fabric"),
			refusal(AllocAttributes.ALLOC_FABRIC_ENDPTS, "it manages no fabric"),
			refusal(AllocAttributes.ALLOC_FABRIC_ENDPTS_NODE, "it manages no fabric"),
			refusal(AllocAttributes.ALLOC_FABRIC_SEC_KEY, "it manages no fabric"),
			refusal(AllocAttributes.ALLOC_IMAGE, "it runs on its machine as it is"),
			refusal(AllocAttributes.ALLOC_MAU, "its smallest unit is one processor"),
			refusal(AllocAttributes.ALLOC_STATUS, "it decides about the request itself"),
			refusal(AllocAttributes.ALLOC_PROPERTY, "its allocations have no named properties to request"));
	/** Fulfilled without doing anything: the host runs no shell, and its nodes are always ready. */
	private static final Set<String> FULFILLED = Stream.<Attribute<?>>of(AllocAttributes.ALLOC_NOSHELL,
			AllocAttributes.ALLOC_WAIT_ALL_NODES, IdentityAttributes.REQUESTOR, AllocAttributes.ALLOC_RELEASABLE).map(Attribute::key)
			.collect(Collectors.toUnmodifiableSet());
	/** The only queue, and the kinds of memory that every allocation has. */
	private static final Set<String> QUEUES = Set.of("", "default");
	private static final Set<String> MEMORY_KINDS = Set.of("system", "mpi");
	private static final Set<String> READ = Stream.<Attribute<?>>of(AllocAttributes.ALLOC_ID, AllocAttributes.ALLOC_REQ_ID,
			SessionAttributes.SESSION_ID, AllocAttributes.ALLOC_TIME, AllocAttributes.ALLOC_BEGIN, AllocAttributes.ALLOC_DEPENDENCY,
			AllocAttributes.ALLOC_NOT_WAITING, AllocAttributes.ALLOC_WARN_TIMEOUT, AllocAttributes.ALLOC_LEND, AllocAttributes.ALLOC_SHARE,
			AllocAttributes.ALLOC_PREEMPTIBLE, AllocAttributes.ALLOC_INHERITANCE, AllocAttributes.ALLOC_CHILD_SEP,
			AllocAttributes.ALLOC_TARGET, AllocAttributes.ALLOC_QUEUE, AllocAttributes.MEM_ALLOC_KIND, KeyValueAttributes.TIMEOUT,
			IdentityAttributes.USERID, IdentityAttributes.GRPID).map(Attribute::key).collect(Collectors.toUnmodifiableSet());

	private AllocReader() {
	}

	/** Throws NO_PERMISSIONS if a request is for another user or group. */
	static void requireOwn(String what, Infos infos, OwnUser own) throws PmixException {
		requireOwn(what, "user", infos.get(IdentityAttributes.USERID), own.uid());
		requireOwn(what, "group", infos.get(IdentityAttributes.GRPID), own.gid());
	}

	private static void requireOwn(String what, String kind, Optional<Integer> wanted, int own) throws PmixException {
		if (wanted.isPresent() && wanted.get() != own) {
			throw new PmixException(Status.ERR_NO_PERMISSIONS, what + ": this host runs processes of " + kind + " "
					+ Integer.toUnsignedString(own) + " only, not of " + kind + " " + Integer.toUnsignedString(wanted.get()));
		}
	}

	private static Map.Entry<String, String> refusal(Attribute<?> attribute, String why) {
		return Map.entry(attribute.key(), why);
	}

	/**
	 * @param infos  the attributes
	 * @param blocks the resource blocks that they may name
	 * @param user   the user and group of this process
	 * @throws PmixException BAD_PARAM if a value is malformed; NOT_SUPPORTED if an attribute has no effect here; NO_PERMISSIONS if the
	 *                       request is for another user or group; NOT_FOUND if a queue or block is unknown
	 */
	static AllocRequest read(Infos infos, ResourceBlocks blocks, OwnUser user) throws PmixException {
		for (Info info : infos) {
			check(info);
		}
		requireOwn("allocation", infos, user);
		String queue = infos.get(AllocAttributes.ALLOC_QUEUE).orElse("");
		if (!QUEUES.contains(queue)) {
			throw new PmixException(Status.ERR_NOT_FOUND, "allocation: PMIX_ALLOC_QUEUE is '" + queue + "', but the only queue is 'default'");
		}
		for (String kind : infos.get(AllocAttributes.MEM_ALLOC_KIND).orElse("system").split(",")) {
			if (!MEMORY_KINDS.contains(kind.strip())) {
				throw unsupported(AllocAttributes.MEM_ALLOC_KIND.name() + " '" + kind.strip() + "'", "it has memory of the kinds system and mpi");
			}
		}
		Optional<Duration> time = duration(infos, AllocAttributes.ALLOC_TIME);
		Optional<Duration> warning = infos.get(AllocAttributes.ALLOC_WARN_TIMEOUT)
				.map(seconds -> Duration.ofSeconds(Integer.toUnsignedLong(seconds)));
		if (warning.filter(Duration::isPositive).isPresent() && time.filter(Duration::isPositive).isEmpty()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "allocation: " + AllocAttributes.ALLOC_WARN_TIMEOUT.name()
					+ " has no effect without " + AllocAttributes.ALLOC_TIME.name());
		}
		Optional<Integer> timeout = infos.get(KeyValueAttributes.TIMEOUT).filter(seconds -> seconds > 0);
		boolean separate = infos.isTrue(AllocAttributes.ALLOC_CHILD_SEP);
		return new AllocRequest(name(infos, AllocAttributes.ALLOC_ID), name(infos, AllocAttributes.ALLOC_REQ_ID),
				infos.get(SessionAttributes.SESSION_ID), blocks.plus(AmountReader.read(infos), infos), time,
				new AllocRequest.Schedule(delay(infos), dependencies(infos), timeout.map(Duration::ofSeconds),
						infos.isTrue(AllocAttributes.ALLOC_NOT_WAITING), warning, duration(infos, AllocAttributes.ALLOC_LEND)),
				new AllocRequest.Use(infos.isTrue(AllocAttributes.ALLOC_SHARE), infos.isTrue(AllocAttributes.ALLOC_PREEMPTIBLE),
						separate ? Inheritance.SEPARATE : inheritance(infos), separate, name(infos, AllocAttributes.ALLOC_TARGET)));
	}

	/** Returns whether an attribute has an effect. */
	static boolean reads(String key) {
		return READ.contains(key) || FULFILLED.contains(key) || AmountReader.reads(key);
	}

	private static void check(Info info) throws PmixException {
		String key = info.key();
		String why = REFUSED.get(key);
		if (why != null) {
			throw unsupported(KnownAttributes.nameOf(key), why);
		}
		if (FULFILLED.contains(key)) {
			KnownAttributes.byKey(key).orElseThrow().read(info.value());
		} else if (!reads(key) && (info.isRequired() || key.startsWith("pmix.alloc."))) {
			throw unsupported(KnownAttributes.nameOf(key), "it does not know it");
		}
	}

	private static PmixException unsupported(String what, String why) {
		return new PmixException(Status.ERR_NOT_SUPPORTED, "allocation: this host does not support " + what + ", as " + why);
	}

	private static Optional<String> name(Infos infos, Attribute<String> attribute) throws PmixException {
		return infos.get(attribute).filter(name -> !name.isEmpty());
	}

	private static Optional<Duration> duration(Infos infos, Attribute<String> attribute) throws PmixException {
		Optional<PmixValue> value = infos.value(attribute.key());
		return value.isPresent() ? Optional.of(TimeText.duration(attribute.name(), value.get())) : Optional.empty();
	}

	private static Duration delay(Infos infos) throws PmixException {
		Optional<String> begin = infos.get(AllocAttributes.ALLOC_BEGIN);
		return begin.isPresent() ? TimeText.until(begin.get(), LocalDateTime.now()) : Duration.ZERO;
	}

	private static List<String> dependencies(Infos infos) throws PmixException {
		return Stream.of(infos.get(AllocAttributes.ALLOC_DEPENDENCY).orElse("").split(",")).map(String::strip).filter(name -> !name.isEmpty())
				.toList();
	}

	/** Returns the rule of inheritance; its type is a number of 8 bits that releases before it do not know. */
	private static Inheritance inheritance(Infos infos) throws PmixException {
		Optional<PmixValue> value = infos.value(AllocAttributes.ALLOC_INHERITANCE.key());
		if (value.isEmpty()) {
			return Inheritance.DEFAULT;
		}
		int code = value.get() instanceof PmixValue.UInt8 number ? number.value() : -1;
		return Inheritance.of(code).orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM,
				"allocation: PMIX_ALLOC_INHERITANCE must be a uint8_t from 1 to 4, not " + value.get()));
	}
}
