// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.options;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.InitAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.ToolAttributes;

/**
 * Reads {@link ToolOptions} from the attributes of PMIx_tool_init and PMIx_tool_attach_to_server and from the environment. Used once, by
 * one thread.
 *
 * @see "OpenPMIx src/tool/pmix_tool.c and src/mca/ptl/base/ptl_base_connect.c"
 */
final class ToolOptionsReader {
	/** The C library waits as long for a file that does not exist. */
	private static final Duration PAUSE = Duration.ofMillis(10);
	private static final Map<String, ServerChoice> ROLES = Map.of(ToolAttributes.CONNECT_TO_SYSTEM.name(), ServerChoice.SYSTEM,
			ToolAttributes.CONNECT_SYSTEM_FIRST.name(), ServerChoice.SYSTEM_FIRST, ToolAttributes.CONNECT_TO_SCHEDULER.name(),
			ServerChoice.SCHEDULER, ToolAttributes.CONNECT_TO_SYS_CONTROLLER.name(), ServerChoice.CONTROLLER);

	private static final System.Logger LOG = System.getLogger(ToolOptions.class.getName());
	/** Keys of attributes that servers read: they describe the tool, or the output that it wants. */
	private static final Set<String> FOR_SERVER = Stream.<Attribute<?>>of(IdentityAttributes.USERID, IdentityAttributes.GRPID,
			IdentityAttributes.REALUID, IdentityAttributes.REALGID,
			IdentityAttributes.VERSION_INFO, JobAttributes.CMD_LINE, ProcAttributes.PROC_PID, NodeAttributes.HOSTNAME, IofAttributes.FWD_STDIN,
			IofAttributes.FWD_STDOUT, IofAttributes.FWD_STDERR, IofAttributes.FWD_STDDIAG).map(Attribute::key)
			.collect(Collectors.toUnmodifiableSet());

	private final Infos infos;
	private final Map<String, String> environment;
	/** Keys of the attributes that are not sent to the server. */
	private final Set<String> read = new HashSet<>();

	ToolOptionsReader(Infos infos, Map<String, String> environment) {
		this.infos = infos;
		this.environment = new HashMap<>(environment);
	}

	ToolOptions read() throws PmixException {
		path(ServerAttributes.SYSTEM_TMPDIR);
		path(ServerAttributes.SERVER_TMPDIR);
		path(ToolAttributes.LAUNCHER_RENDEZVOUS_FILE);
		if (isTrue(ToolAttributes.RECONNECT_SERVER)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "PMIX_RECONNECT_SERVER: a tool that begins has no server to reconnect to; "
					+ "please attach it to another server once it is open");
		}
		boolean optional = isTrue(ToolAttributes.TOOL_CONNECT_OPTIONAL);
		ServerChoice server = server();
		ToolOptions options = ToolOptions.of(isTrue(ToolAttributes.TOOL_DO_NOT_CONNECT) ? ServerChoice.NONE : server)
				.withEnvironment(environment).withOptional(optional).withFindLimit(findLimit());
		Optional<Integer> seconds = value(KeyValueAttributes.TIMEOUT).filter(limit -> limit > 0);
		if (seconds.isPresent()) {
			options = options.withConnectLimit(Duration.ofSeconds(seconds.get()));
		}
		ToolIdentity identity = identity().withLauncher(isTrue(ToolAttributes.LAUNCHER));
		List<Info> others = infos.stream().filter(info -> !read.contains(info.key())).toList();
		for (Info other : others) {
			examine(other);
		}
		return options.withIdentity(identity.plusInfos(others.toArray(Info[]::new)));
	}

	/** Refuses a required attribute that servers do not read; they do not report what they ignore. */
	private static void examine(Info other) throws PmixException {
		if (!FOR_SERVER.contains(other.key())) {
			String name = KnownAttributes.nameOf(other.key());
			if (other.isRequired()) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED, "attribute " + name + " is required, but has no effect on this tool");
			}
			LOG.log(Level.WARNING, "attribute {0} has no effect on this tool; the server gets it", name);
		}
	}

	private <T> Optional<T> value(Attribute<T> attribute) throws PmixException {
		attribute.otherKey().ifPresent(read::add);
		read.add(attribute.key());
		return infos.get(attribute);
	}

	private boolean isTrue(Attribute<Boolean> attribute) throws PmixException {
		attribute.otherKey().ifPresent(read::add);
		read.add(attribute.key());
		return infos.isTrue(attribute);
	}

	/** Moves a directory or file to the environment, where the finder and the tool's own server look for it. */
	private void path(Attribute<String> attribute) throws PmixException {
		value(attribute).ifPresent(path -> environment.put(attribute.name(), path));
	}

	private ServerChoice server() throws PmixException {
		Optional<String> uri = value(ToolAttributes.SERVER_URI);
		Optional<String> oldUri = value(InitAttributes.TCP_URI);
		Optional<String> file = value(ToolAttributes.TOOL_ATTACHMENT_FILE);
		List<ServerChoice> order = order();
		Optional<Integer> pid = value(ToolAttributes.SERVER_PIDINFO);
		Optional<String> nspace = value(ServerAttributes.SERVER_NSPACE);
		if (uri.or(() -> oldUri).isPresent()) {
			return ServerChoice.uri(uri.or(() -> oldUri).get());
		}
		if (file.isPresent()) {
			return new ServerChoice(ServerChoice.Kind.FILE, file.get(), List.of());
		}
		ServerChoice last = pid.map(ServerChoice::pid).or(() -> nspace.map(ServerChoice::nspace)).orElse(ServerChoice.ANY);
		if (order.isEmpty()) {
			return last;
		}
		return order.contains(ServerChoice.SYSTEM_FIRST) ? ServerChoice.firstOf(withLast(order, last)) : single(order);
	}

	/** Returns the servers of roles in the order in which the attributes request them. */
	private List<ServerChoice> order() throws PmixException {
		List<ServerChoice> order = new ArrayList<>();
		if (isTrue(ToolAttributes.CONNECT_SYSTEM_FIRST)) {
			order.add(ServerChoice.SYSTEM_FIRST);
		}
		if (isTrue(ToolAttributes.CONNECT_TO_SYSTEM)) {
			order = new ArrayList<>(List.of(ServerChoice.SYSTEM));
		}
		if (isTrue(ToolAttributes.CONNECT_TO_SCHEDULER)) {
			order.add(ServerChoice.SCHEDULER);
		}
		if (isTrue(ToolAttributes.CONNECT_TO_SYS_CONTROLLER)) {
			order.add(ServerChoice.CONTROLLER);
		}
		Optional<String> names = value(ToolAttributes.CONNECTION_ORDER);
		return names.isPresent() ? named(names.get()) : order;
	}

	private static List<ServerChoice> named(String names) throws PmixException {
		List<ServerChoice> order = new ArrayList<>();
		for (String name : names.split(",")) {
			ServerChoice role = ROLES.get(name.strip());
			if (role == null) {
				throw new PmixException(Status.ERR_BAD_PARAM, ToolAttributes.CONNECTION_ORDER + " contains '" + name.strip() + "'; expected "
						+ String.join(", ", ROLES.keySet().stream().sorted().toList()));
			}
			order.add(role);
		}
		return order;
	}

	private static ServerChoice[] withLast(List<ServerChoice> order, ServerChoice last) {
		List<ServerChoice> all = new ArrayList<>();
		for (ServerChoice choice : order) {
			all.add(choice.equals(ServerChoice.SYSTEM_FIRST) ? ServerChoice.SYSTEM : choice);
		}
		all.add(last);
		return all.toArray(ServerChoice[]::new);
	}

	private static ServerChoice single(List<ServerChoice> order) {
		return order.size() == 1 ? order.get(0) : ServerChoice.firstOf(order.toArray(ServerChoice[]::new));
	}

	/** Returns how long all attempts to find a server take together. */
	private Duration findLimit() throws PmixException {
		Optional<Integer> seconds = value(ToolAttributes.CONNECT_RETRY_DELAY);
		Optional<Integer> attempts = value(ToolAttributes.CONNECT_MAX_RETRIES);
		if (seconds.isEmpty() && attempts.isEmpty()) {
			return Duration.ZERO;
		}
		Duration delay = seconds.filter(number -> number != 0).map(number -> Duration.ofSeconds(Integer.toUnsignedLong(number))).orElse(PAUSE);
		return delay.multipliedBy(Math.max(1, Integer.toUnsignedLong(attempts.orElse(1))));
	}

	private ToolIdentity identity() throws PmixException {
		Optional<String> nspace = value(ToolAttributes.TOOL_NSPACE);
		Optional<Rank> rank = rank();
		if (nspace.isPresent() != rank.isPresent()) {
			throw incomplete(ToolAttributes.TOOL_NSPACE + " and " + ToolAttributes.TOOL_RANK);
		}
		if (nspace.isPresent()) {
			return ToolIdentity.of(proc(nspace.get(), rank.orElseThrow()));
		}
		String started = environment.getOrDefault("PMIX_NAMESPACE", "");
		String number = environment.getOrDefault("PMIX_RANK", "");
		if (started.isEmpty() != number.isEmpty()) {
			throw incomplete("PMIX_NAMESPACE and PMIX_RANK in the environment");
		}
		return started.isEmpty() ? ToolIdentity.ASSIGNED : ToolIdentity.started(proc(started, parse(number)));
	}

	/** The rank is a number in the Standard, but a rank in the C library. */
	private Optional<Rank> rank() throws PmixException {
		Optional<PmixValue> value = infos.value(ToolAttributes.TOOL_RANK.key());
		if (value.isPresent() && value.get() instanceof Rank rank) {
			read.add(ToolAttributes.TOOL_RANK.key());
			return Optional.of(rank);
		}
		return value(ToolAttributes.TOOL_RANK).map(Rank::of);
	}

	private static Rank parse(String number) throws PmixException {
		try {
			return new Rank(Integer.parseUnsignedInt(number));
		} catch (NumberFormatException invalid) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the environment variable PMIX_RANK is not a number: '" + number + "'", invalid);
		}
	}

	private static Proc proc(String nspace, Rank rank) throws PmixException {
		try {
			return new Proc(nspace, rank);
		} catch (IllegalArgumentException invalid) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the identity of the tool is invalid: " + invalid.getMessage(), invalid);
		}
	}

	private static PmixException incomplete(String both) {
		return new PmixException(Status.ERR_BAD_PARAM, "of " + both + ", one is missing; a tool has both or neither");
	}
}
