// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.internal.fork;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * The directives of a job that a tool starts itself: working directory, environment and standard input. All others need a launcher and are
 * refused. Immutable.
 *
 * @param job those of the whole job, which come before those of a program
 */
record ForkDirectives(Infos job) {
	private static final String RESERVED = "pmix";
	private static final char DEFAULT_SEPARATOR = ':';
	private static final Set<String> HONORED = keys(SpawnAttributes.WDIR, SpawnAttributes.SET_ENVAR, SpawnAttributes.ADD_ENVAR,
			SpawnAttributes.UNSET_ENVAR, SpawnAttributes.PREPEND_ENVAR, SpawnAttributes.APPEND_ENVAR, SpawnAttributes.FIRST_ENVAR,
			IofAttributes.FWD_STDIN, IofAttributes.STDIN_TGT);
	/** The processes start immediately, and any program may run. */
	private static final Set<String> FULFILLED = keys(KeyValueAttributes.TIMEOUT, SpawnAttributes.SPAWN_TIMEOUT, SpawnAttributes.NON_PMI,
			SpawnAttributes.WDIR_USER_SPECIFIED, SpawnAttributes.ENVARS_HARVESTED, IdentityAttributes.REQUESTOR_IS_TOOL);
	/** The tool gets all output, and its environment is inherited. */
	private static final Set<String> FULFILLED_IF_TRUE = keys(IofAttributes.FWD_STDOUT, IofAttributes.FWD_STDERR, IofAttributes.FWD_STDDIAG,
			SpawnAttributes.FWD_ENVIRONMENT);

	private static Set<String> keys(Attribute<?>... attributes) {
		return Stream.of(attributes).map(Attribute::key).collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Checks the directives of a job and its programs.
	 *
	 * @throws PmixException NOT_SUPPORTED if one of them has no effect here
	 */
	static ForkDirectives of(Infos job, List<App> apps) throws PmixException {
		check(job);
		for (App app : apps) {
			check(app.infos());
		}
		return new ForkDirectives(job);
	}

	private static void check(Infos infos) throws PmixException {
		for (Info info : infos) {
			String key = info.key();
			boolean known = HONORED.contains(key) || FULFILLED.contains(key) || !isReserved(key)
					|| FULFILLED_IF_TRUE.contains(key) && info.value().equals(PmixValue.Bool.TRUE);
			if (!known) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, "a tool that starts processes itself, as it is not attached to a server, does not"
						+ " support the directive " + KnownAttributes.nameOf(key) + (FULFILLED_IF_TRUE.contains(key) ? "=false" : ""));
			}
		}
	}

	private static boolean isReserved(String key) {
		return key.startsWith(RESERVED) || KnownAttributes.byKey(key).isPresent();
	}

	/** Returns the directives that PMIx does not define, which are meant for the ranks. */
	Infos forRanks() {
		return new Infos(job.stream().filter(info -> !isReserved(info.key())).toList());
	}

	/** Returns the working directory of a program from its directives, its structure, or the directives of the job. */
	String directory(App app) throws PmixException {
		Optional<String> own = app.infos().get(SpawnAttributes.WDIR);
		if (own.isPresent() || !app.workingDirectory().isEmpty()) {
			return own.orElse(app.workingDirectory());
		}
		return job.get(SpawnAttributes.WDIR).orElse("");
	}

	/** Returns which ranks get standard input: by default rank 0, if the tool wants to push any; INVALID for none. */
	Rank inputTarget() throws PmixException {
		Optional<PmixValue> target = job.value(IofAttributes.STDIN_TGT.key());
		if (target.isEmpty()) {
			return job.isTrue(IofAttributes.FWD_STDIN) ? Rank.of(0) : Rank.INVALID;
		}
		// programs pass a process, as the Standard has it, or a rank, as OpenPMIx does
		return switch (target.get()) {
			case Rank rank -> rank;
			case PmixValue.UInt32 number -> new Rank(number.value());
			default -> IofAttributes.STDIN_TGT.read(target.get()).rank();
		};
	}

	/** Returns the environment of a program. */
	Map<String, String> environment(App app, Map<String, String> inherited) throws PmixException {
		Map<String, String> environment = new HashMap<>(inherited);
		for (String variable : app.environment()) {
			int equals = variable.indexOf('=');
			if (equals > 0) {
				environment.put(variable.substring(0, equals), variable.substring(equals + 1));
			}
		}
		for (Info info : job.concat(app.infos().list())) {
			if (info.key().equals(SpawnAttributes.UNSET_ENVAR.key())) {
				environment.remove(info.value() instanceof Envar variable ? variable.name() : SpawnAttributes.UNSET_ENVAR.read(info.value()));
			} else if (info.key().startsWith("pmix.envar.") && info.value() instanceof Envar variable) {
				change(environment, info.key(), variable);
			}
		}
		return environment;
	}

	private static void change(Map<String, String> environment, String key, Envar variable) {
		String name = variable.name();
		String value = variable.value();
		String before = environment.getOrDefault(name, "");
		char separator = variable.separator() == 0 ? DEFAULT_SEPARATOR : variable.separator();
		if (key.equals(SpawnAttributes.SET_ENVAR.key())) {
			environment.put(name, value);
		} else if (key.equals(SpawnAttributes.ADD_ENVAR.key())) {
			environment.putIfAbsent(name, value);
		} else if (before.isEmpty()) {
			environment.put(name, value);
		} else if (key.equals(SpawnAttributes.APPEND_ENVAR.key())) {
			environment.put(name, before + separator + value);
		} else {
			List<String> parts = new ArrayList<>(List.of(before.split(Pattern.quote(String.valueOf(separator)), -1)));
			if (key.equals(SpawnAttributes.FIRST_ENVAR.key())) {
				parts.removeIf(value::equals);
			}
			parts.add(0, value);
			environment.put(name, String.join(String.valueOf(separator), parts));
		}
	}
}
