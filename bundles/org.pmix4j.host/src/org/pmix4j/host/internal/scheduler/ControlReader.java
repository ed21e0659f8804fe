// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.host.internal.scheduler.ControlOrder.Action;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.server.options.OwnUser;

/**
 * Reads the directives of PMIx_Session_control. Stateless.
 *
 * @see "PRRTE, docs/how-things-work/schedulers/session_control.rst"
 */
final class ControlReader {
	private static final Map<String, Action> ACTIONS = Map.of(SessionControlAttributes.SESSION_INSTANTIATE.key(), Action.INSTANTIATE,
			SessionControlAttributes.SESSION_PAUSE.key(), Action.PAUSE, SessionControlAttributes.SESSION_RESUME.key(), Action.RESUME,
			SessionControlAttributes.SESSION_PREEMPT.key(), Action.PREEMPT, SessionControlAttributes.SESSION_RESTORE.key(), Action.RESTORE,
			SessionControlAttributes.SESSION_EXTEND.key(), Action.EXTEND, SessionControlAttributes.SESSION_TERMINATE.key(), Action.TERMINATE);
	private static final Set<String> PROVISIONING = Stream.<Attribute<?>>of(SessionControlAttributes.SESSION_PROVISION,
			SessionControlAttributes.SESSION_PROVISION_NODES, SessionControlAttributes.SESSION_PROVISION_IMAGE).map(Attribute::key)
			.collect(Collectors.toUnmodifiableSet());
	/** Directives with an effect, without those of allocations. */
	private static final List<Attribute<?>> READ = Stream.concat(SessionControlAttributes.all().stream()
			.filter(attribute -> !PROVISIONING.contains(attribute.key()) && !attribute.equals(SessionControlAttributes.SESSION_COMPLETE)),
			Stream.of(JobAttributes.NSPACE)).toList();
	private static final Set<String> READ_KEYS = Stream
			.concat(READ.stream(), Stream.of(IdentityAttributes.GRPID, KeyValueAttributes.TIMEOUT, SessionControlAttributes.SESSION_COMPLETE))
			.map(Attribute::key).collect(Collectors.toUnmodifiableSet());
	/** Actions on single jobs. */
	private static final Set<Action> OF_JOBS = Set.of(Action.PREEMPT, Action.RESTORE, Action.SIGNAL);
	private static final int HIGHEST_SIGNAL = 64;

	private ControlReader() {
	}

	/**
	 * @param directives of the request
	 * @param blocks     the resource blocks that they may name
	 * @param user       the user and group of this process
	 * @throws PmixException BAD_PARAM if they are malformed or contradict each other; NOT_SUPPORTED if they request provisioning, or for
	 *                       what only the host may say; NO_PERMISSIONS if the session is for another user or group
	 */
	static ControlOrder read(Infos directives, ResourceBlocks blocks, OwnUser user) throws PmixException {
		List<Action> actions = new ArrayList<>();
		List<Info> resources = new ArrayList<>();
		List<String> nspaces = new ArrayList<>();
		for (Info info : directives) {
			String key = info.key();
			Action action = ACTIONS.get(key);
			if (PROVISIONING.contains(key)) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED,
						"session control: this host does not provision nodes, so it does not support " + name(key));
			} else if (action != null) {
				if (Infos.of(info).isTrue(Attribute.of(key, SessionControlAttributes.SESSION_PAUSE.type()))) {
					actions.add(action);
				}
			} else if (key.equals(SessionControlAttributes.SESSION_SIGNAL.key())) {
				actions.add(Action.SIGNAL);
			} else if (key.equals(SessionControlAttributes.SESSION_RESOURCES.key())) {
				resources.addAll(array(info, DataType.INFO).infos().list());
			} else if (key.equals(JobAttributes.NSPACE.key())) {
				nspaces.add(JobAttributes.NSPACE.read(info.value()));
			} else if (key.startsWith("pmix.alloc.") || key.equals(IdentityAttributes.USERID.key())) {
				resources.add(info);
			} else if (info.isRequired() && !READ_KEYS.contains(key)) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, "session control: this host does not support " + name(key));
			}
		}
		if (directives.isTrue(SessionControlAttributes.SESSION_COMPLETE)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED,
					"session control: PMIX_SESSION_COMPLETE is for the host, which itself reports that a session is complete");
		}
		AllocReader.requireOwn("session control", directives, user);
		Optional<Boolean> separation = directives.contains(SessionControlAttributes.SESSION_SEP)
				? Optional.of(directives.isTrue(SessionControlAttributes.SESSION_SEP)) : Optional.empty();
		Action action = single(actions, separation);
		AllocUses.check(action, new Infos(resources));
		if (!nspaces.isEmpty() && !OF_JOBS.contains(action)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "session control: PMIX_NSPACE has no effect on " + action.attribute()
					+ ", which is about all jobs of the session");
		}
		List<App> apps = apps(directives, action);
		return new ControlOrder(action, directives.get(SessionControlAttributes.SESSION_CTRL_ID),
				AllocReader.read(withLimit(resources, directives, action), blocks, user), apps, job(directives, apps), signal(directives), nspaces,
				separation);
	}

	private static String name(String key) {
		return KnownAttributes.nameOf(key);
	}

	/** Returns the directives that have an effect, without those of allocations. */
	static List<Attribute<?>> attributes() {
		return READ;
	}

	private static Action single(List<Action> actions, Optional<Boolean> separation) throws PmixException {
		if (actions.size() > 1) {
			throw new PmixException(Status.ERR_BAD_PARAM, "session control: one request may order one action, not " + actions);
		}
		if (actions.isEmpty() && separation.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "session control: the request orders no action");
		}
		return actions.isEmpty() ? Action.SEPARATE : actions.get(0);
	}

	/** Reads PMIX_TIMEOUT, which limits the session here, not the wait for resources. */
	private static Infos withLimit(List<Info> resources, Infos directives, Action action) throws PmixException {
		Infos all = new Infos(resources);
		Optional<Integer> limit = directives.get(KeyValueAttributes.TIMEOUT);
		if (limit.isEmpty()) {
			return all;
		} else if (limit.get() < 0) {
			throw new PmixException(Status.ERR_BAD_PARAM, "session control: PMIX_TIMEOUT is " + limit.get());
		} else if (action != Action.INSTANTIATE && action != Action.EXTEND) {
			if (limit.get() > 0) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, "session control: PMIX_TIMEOUT has no effect on " + action.attribute());
			}
			return all;
		}
		String time = AllocAttributes.ALLOC_TIME.key();
		if (all.value(time).isPresent()) {
			throw new PmixException(Status.ERR_BAD_PARAM,
					"session control: PMIX_TIMEOUT and PMIX_ALLOC_TIME both limit the session; give one of them");
		}
		return all.with(Info.of(time, new PmixValue.UInt32(limit.get())));
	}

	private static List<App> apps(Infos directives, Action action) throws PmixException {
		List<App> apps = new ArrayList<>();
		for (Info info : directives) {
			if (info.key().equals(SessionControlAttributes.SESSION_APP.key())) {
				for (PmixValue value : array(info, DataType.APP).elements()) {
					apps.add((App) value);
				}
			}
		}
		if (!apps.isEmpty() && action != Action.INSTANTIATE) {
			throw new PmixException(Status.ERR_BAD_PARAM, "session control: programs start only when a session is instantiated");
		}
		return apps;
	}

	private static Infos job(Infos directives, List<App> apps) throws PmixException {
		List<Info> job = new ArrayList<>();
		for (Info info : directives) {
			if (info.key().equals(SessionControlAttributes.SESSION_JOB.key())) {
				job.addAll(array(info, DataType.INFO).infos().list());
				if (apps.isEmpty()) {
					throw new PmixException(Status.ERR_BAD_PARAM, "session control: PMIX_SESSION_JOB describes no PMIX_SESSION_APP");
				}
			}
		}
		return new Infos(job);
	}

	private static int signal(Infos directives) throws PmixException {
		Optional<Integer> signal = directives.get(SessionControlAttributes.SESSION_SIGNAL);
		if (signal.isPresent() && (signal.get() < 1 || signal.get() > HIGHEST_SIGNAL)) {
			throw new PmixException(Status.ERR_BAD_PARAM, "session control: signal " + signal.get() + " is not in 1.." + HIGHEST_SIGNAL);
		}
		return signal.orElse(0);
	}

	private static DataArray array(Info info, DataType type) throws PmixException {
		if (info.value() instanceof DataArray array && array.elementType().equals(type)) {
			return array;
		}
		throw new PmixException(Status.ERR_BAD_PARAM, "session control: " + name(info.key()) + " must be an array of " + type);
	}
}
