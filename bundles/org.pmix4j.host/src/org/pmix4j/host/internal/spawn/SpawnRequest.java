// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * The arguments of PMIx_Spawn. Attributes that have two keys have their first one here. Immutable.
 *
 * @param requester the process that calls it
 * @param infos     directives for the job
 * @param apps      the programs
 */
public record SpawnRequest(Proc requester, Infos infos, List<App> apps) {
	/** Begins the namespace that prun chooses for itself, such as {@code prun.HOST.PID}. */
	private static final String PRUN = "prun.";

	/** Copies the programs. */
	public SpawnRequest {
		apps = apps.stream().map(app -> new App(app.command(), app.arguments(), app.environment(), app.workingDirectory(), app.maxProcs(),
				withFirstKeys(app.infos()))).toList();
		infos = withFirstKeys(infos);
		if (isPrun(requester)) {
			// prun of PRRTE 3.0.8 sends PMIX_NOTIFY_COMPLETION as false, but waits for the event
			infos = infos.without(Set.of(SpawnAttributes.NOTIFY_COMPLETION.key()));
		}
	}

	private static Infos withFirstKeys(Infos infos) {
		return new Infos(infos.stream().map(info -> new Info(firstKey(info.key()), info.value(), info.flags())).toList());
	}

	/** Returns the key that this host reads, if a release or the Standard has another one for the same attribute. */
	private static String firstKey(String key) {
		Optional<Attribute<?>> known = KnownAttributes.byKey(key);
		return known.isPresent() ? known.get().key() : key;
	}

	/**
	 * @param requester of a spawn
	 * @return whether it is prun of PRRTE
	 */
	public static boolean isPrun(Proc requester) {
		return requester.nspace().startsWith(PRUN);
	}

	/** @return the request without the programs that run as their own jobs, unless there are no others */
	public SpawnRequest main() {
		List<App> together = apps.stream().filter(app -> !isCospawned(app)).toList();
		return new SpawnRequest(requester, infos, together.isEmpty() ? apps.stream().limit(1).toList() : together);
	}

	/**
	 * @param target the job of the other programs, which the programs find as their PMIX_DEBUG_TARGET if they have no other
	 * @return a request for each program that runs as its own job
	 */
	public List<SpawnRequest> cospawned(String target) {
		Infos aimed = infos.value(DebuggerAttributes.DEBUG_TARGET.key()).isPresent() ? infos
				: infos.with(DebuggerAttributes.DEBUG_TARGET, Proc.wildcard(target));
		Stream<App> others = apps.stream().allMatch(SpawnRequest::isCospawned) ? apps.stream().skip(1)
				: apps.stream().filter(SpawnRequest::isCospawned);
		return others.map(app -> new SpawnRequest(requester, aimed, List.of(app))).toList();
	}

	private static boolean isCospawned(App app) {
		return app.infos().value(SpawnOptions.COSPAWN.attributes().get(0).key()).filter(wish -> !wish.equals(PmixValue.Bool.FALSE)).isPresent();
	}
}
