// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/** Tells which attributes have no effect on some requests for resources, though they have one on others. Stateless. */
final class AllocUses {
	private static final Set<String> TERMS = keys(AllocAttributes.ALLOC_SHARE, AllocAttributes.ALLOC_PREEMPTIBLE,
			AllocAttributes.ALLOC_INHERITANCE, AllocAttributes.ALLOC_CHILD_SEP, AllocAttributes.ALLOC_TARGET);
	private static final Set<String> SCHEDULE = keys(AllocAttributes.ALLOC_BEGIN, AllocAttributes.ALLOC_DEPENDENCY,
			AllocAttributes.ALLOC_NOT_WAITING);
	private static final Set<String> TIME = keys(AllocAttributes.ALLOC_TIME, AllocAttributes.ALLOC_WARN_TIMEOUT);
	private static final Set<String> WARNING = keys(AllocAttributes.ALLOC_WARN_TIMEOUT);
	private static final Set<String> LOAN = keys(AllocAttributes.ALLOC_LEND);
	private static final Set<String> NUMBER = keys(SessionAttributes.SESSION_ID);
	private static final Set<String> PATIENCE = keys(KeyValueAttributes.TIMEOUT);
	private static final Set<String> AMOUNT = AllocAttributes.all().stream().map(Attribute::key).filter(AmountReader::reads)
			.collect(Collectors.toUnmodifiableSet());

	/** Attributes without effect, by the directive of an allocation request. */
	private static final Map<AllocDirective, Set<String>> OF_REQUESTS = Map.of(AllocDirective.NEW, union(LOAN, NUMBER),
			AllocDirective.EXTEND, union(TERMS, LOAN, WARNING), AllocDirective.RELEASE, union(TERMS, SCHEDULE, TIME),
			AllocDirective.REAQUIRE, union(TERMS, LOAN, TIME, AMOUNT),
			AllocDirective.REQ_CANCEL, union(TERMS, SCHEDULE, LOAN, TIME, AMOUNT, NUMBER));
	/** Attributes without effect on the resources of a session control. */
	private static final Map<ControlOrder.Action, Set<String>> OF_CONTROLS = Map.of(ControlOrder.Action.INSTANTIATE,
			union(SCHEDULE, LOAN, PATIENCE), ControlOrder.Action.EXTEND, union(SCHEDULE, LOAN, TERMS, PATIENCE));

	private AllocUses() {
	}

	private static Set<String> keys(Attribute<?>... attributes) {
		return Stream.of(attributes).map(Attribute::key).collect(Collectors.toUnmodifiableSet());
	}

	@SafeVarargs
	private static Set<String> union(Set<String>... sets) {
		return Stream.of(sets).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
	}

	/** Returns the name of a directive in C. */
	static String name(AllocDirective directive) {
		return "PMIX_ALLOC_" + directive.constantName().orElseGet(() -> String.valueOf(directive.code()));
	}

	/** Throws NOT_SUPPORTED if an attribute has no effect on the directive. */
	static void check(AllocDirective directive, Infos infos) throws PmixException {
		check("allocation", name(directive), OF_REQUESTS.getOrDefault(directive, Set.of()), infos);
	}

	/** Throws NOT_SUPPORTED if an attribute has no effect on the action; actions that use no resources refuse all. */
	static void check(ControlOrder.Action action, Infos infos) throws PmixException {
		Set<String> refused = OF_CONTROLS.getOrDefault(action, union(TERMS, SCHEDULE, LOAN, TIME, AMOUNT, PATIENCE));
		check("session control", action.attribute(), refused, infos);
	}

	private static void check(String call, String use, Set<String> refused, Infos infos) throws PmixException {
		for (Info info : infos) {
			if (refused.contains(info.key()) && !info.value().equals(PmixValue.Bool.FALSE)) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, call + ": "
						+ KnownAttributes.nameOf(info.key()) + " has no effect on " + use);
			}
		}
	}
}
