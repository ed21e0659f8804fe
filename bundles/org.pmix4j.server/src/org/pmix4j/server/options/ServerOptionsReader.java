// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.lang.System.Logger.Level;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.TemporaryDirectory;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.InitAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionDirectoryAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.model.internal.text.PeerLog;

/** Reads {@link ServerOptions} from the attributes of PMIx_server_init and from the environment. Used once, by one thread. */
final class ServerOptionsReader {
	private static final PeerLog LOG = PeerLog.of(ServerOptions.class);
	private static final String DEFAULT_NSPACE = "pmix-server";
	private static final Pattern PORTS = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");
	private static final Pattern SINGLETON = Pattern.compile("(.+)\\.(\\d{1,9})");
	private static final int MOST_PORTS = 1000;
	/** Attributes that always hold and so may be required: there is one listener, it uses TCP only, and forked clients may connect. */
	private static final List<Attribute<Boolean>> ALWAYS = List.of(InitAttributes.SINGLE_LISTENER, InitAttributes.USOCK_DISABLE,
			InitAttributes.ALLOW_CLIENT_CLONES);

	private final Infos infos;
	private final Map<String, String> environment;
	private final List<String> read = new ArrayList<>();

	ServerOptionsReader(Infos infos, Map<String, String> environment) {
		this.infos = infos;
		this.environment = environment;
	}

	ServerOptions read() throws PmixException {
		try {
			Path system = directory(ServerAttributes.SYSTEM_TMPDIR, "PMIX_SYSTEM_TMPDIR");
			Path server = directory(ServerAttributes.SERVER_TMPDIR, "PMIX_SERVER_TMPDIR");
			ServerOptions options = ServerOptions.of(identity(), hostname(), server).withSystemDirectory(system).withListen(listen())
					.withRoles(roles()).withForeignTools(isTrue(ServerAttributes.SERVER_ALLOW_FOREIGN_TOOLS))
					.withHostRemovesDirectories(isTrue(SessionDirectoryAttributes.TDIR_RMCLEAN))
					.withLocalOutput(isTrue(IofAttributes.IOF_LOCAL_OUTPUT))
					.withMonitoring(value(ServerAttributes.SERVER_ENABLE_MONITORING).orElse(true));
			options = with(options, value(InitAttributes.TCP_REPORT_URI), ServerOptions::withReportUri);
			options = with(options, launcherFile(), ServerOptions::withLauncherFile);
			options = with(options, value(ServerAttributes.SERVER_START_TIME), ServerOptions::withStartTime);
			options = with(options, singleton(), ServerOptions::withSingleton);
			options = with(options, sharedTopology(), ServerOptions::withSharedTopology);
			requireAllRead();
			return options;
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "attributes of the server: " + e.getMessage(), e);
		}
	}

	private static <T> ServerOptions with(ServerOptions options, Optional<T> value, BiFunction<ServerOptions, T, ServerOptions> change) {
		return value.map(given -> change.apply(options, given)).orElse(options);
	}

	private <T> Optional<T> value(Attribute<T> attribute) throws PmixException {
		read.add(attribute.key());
		attribute.otherKey().ifPresent(read::add);
		return infos.get(attribute);
	}

	private boolean isTrue(Attribute<Boolean> attribute) throws PmixException {
		read.add(attribute.key());
		return infos.isTrue(attribute);
	}

	private Optional<String> text(String key) {
		read.add(key);
		return infos.value(key).filter(PmixValue.Str.class::isInstance).map(value -> ((PmixValue.Str) value).value());
	}

	private Optional<String> variable(String name) {
		return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
	}

	private Proc identity() throws PmixException {
		String nspace = value(ServerAttributes.SERVER_NSPACE).or(() -> variable("PMIX_SERVER_NAMESPACE")).orElse(DEFAULT_NSPACE);
		Optional<Rank> rank = value(ServerAttributes.SERVER_RANK);
		if (rank.isEmpty()) {
			rank = variable("PMIX_SERVER_RANK").map(text -> Rank.of(Integer.parseUnsignedInt(text)));
		}
		return new Proc(nspace, rank.orElseGet(() -> Rank.of((int) ProcessHandle.current().pid())));
	}

	/** Reads the identity of a process: namespace, dot and rank. */
	private Optional<Proc> singleton() throws PmixException {
		Optional<String> name = value(InitAttributes.SINGLETON);
		if (name.isEmpty()) {
			return Optional.empty();
		}
		Matcher matcher = SINGLETON.matcher(name.get());
		if (!matcher.matches()) {
			throw new PmixException(Status.ERR_BAD_PARAM,
					InitAttributes.SINGLETON + ": '" + name.get() + "' does not consist of a namespace, a dot and a rank");
		}
		return Optional.of(Proc.of(matcher.group(1), Integer.parseInt(matcher.group(2))));
	}

	/** Returns the host name without its domain, as the C library forms it; otherwise tools would look for other files. */
	private String hostname() throws PmixException {
		boolean whole = isTrue(NodeAttributes.HOSTNAME_KEEP_FQDN);
		Optional<String> given = value(NodeAttributes.HOSTNAME).or(() -> variable("PMIX_HOSTNAME"));
		if (given.isPresent()) {
			return given.get();
		}
		String name = NodeName.ofThisMachine();
		return whole ? name : NodeName.withoutDomain(name);
	}

	private Path directory(Attribute<String> attribute, String variable) throws PmixException {
		Optional<String> path = value(attribute).or(() -> variable(variable));
		return path(attribute.name(), path.orElseGet(() -> TemporaryDirectory.of(environment)));
	}

	private static Path path(String name, String text) throws PmixException {
		try {
			return OwnProcess.directory().resolve(BytePaths.of(text));
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, name + ": " + e.getMessage(), e);
		}
	}

	private Optional<Path> launcherFile() throws PmixException {
		Optional<String> file = value(ToolAttributes.LAUNCHER_RENDEZVOUS_FILE).or(() -> variable("PMIX_LAUNCHER_RENDEZVOUS_FILE"))
				.or(() -> variable("PMIX_LAUNCHER_RNDZ_FILE"));
		return file.isEmpty() ? Optional.empty() : Optional.of(path(ToolAttributes.LAUNCHER_RENDEZVOUS_FILE.name(), file.get()));
	}

	private Set<ServerRole> roles() throws PmixException {
		Set<ServerRole> roles = EnumSet.noneOf(ServerRole.class);
		for (ServerRole role : ServerRole.values()) {
			if (isTrue(role.attribute())) {
				roles.add(role);
			}
		}
		return roles;
	}

	private ListenOptions listen() throws PmixException {
		boolean ipv4 = !isTrue(InitAttributes.TCP_DISABLE_IPV4);
		boolean ipv6 = !value(InitAttributes.TCP_DISABLE_IPV6).orElse(ipv4);
		return new ListenOptions(isTrue(ServerAttributes.SERVER_REMOTE_CONNECTIONS), ipv4, ipv6,
				list(InitAttributes.TCP_IF_INCLUDE), list(InitAttributes.TCP_IF_EXCLUDE), ports(InitAttributes.TCP_IPV4_PORT),
				ports(InitAttributes.TCP_IPV6_PORT));
	}

	private List<String> list(Attribute<String> attribute) throws PmixException {
		return value(attribute).map(text -> List.of(text.split(","))).orElse(List.of()).stream().map(String::strip)
				.filter(name -> !name.isEmpty()).toList();
	}

	/** Reads ports: a number or, from 6.1 on, a list of numbers and ranges; -1 means any port. */
	private List<Integer> ports(Attribute<Integer> attribute) throws PmixException {
		Optional<String> list = text(attribute.key());
		if (list.isEmpty()) {
			return List.of(Math.max(0, value(attribute).orElse(0)));
		}
		List<Integer> ports = new ArrayList<>();
		for (String range : list.get().equals("-1") ? List.of("0") : List.of(list.get().split(","))) {
			Matcher matcher = PORTS.matcher(range.strip());
			if (!matcher.matches()) {
				throw new PmixException(Status.ERR_BAD_PARAM, attribute + ": '" + range + "' is not a port or a range of ports");
			}
			int first = Integer.parseInt(matcher.group(1));
			int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
			for (int port = first; port <= last && ports.size() < MOST_PORTS; port++) {
				ports.add(port);
			}
		}
		return ports;
	}

	/** Reads the topology; without one there is nothing to share, since the server does not discover hardware. */
	private Optional<Topology> sharedTopology() throws PmixException {
		Optional<Topology> topology = value(TopologyAttributes.TOPOLOGY2).filter(given -> !given.xml().isEmpty());
		return topology.isPresent() && isTrue(ServerAttributes.SERVER_SHARE_TOPOLOGY) ? topology : Optional.empty();
	}

	/** Refuses required attributes that were not read, and reports the others; pinning threads, for instance, is impossible in Java. */
	private void requireAllRead() throws PmixException {
		for (Attribute<Boolean> attribute : ALWAYS) {
			if (isTrue(attribute)) {
				read.add(attribute.key());
			} else {
				read.remove(attribute.key());
			}
		}
		boolean mustBind = infos.isTrue(InitAttributes.BIND_REQUIRED);
		for (Info info : infos) {
			boolean pinning = mustBind && info.key().equals(InitAttributes.BIND_PROGRESS_THREAD.key());
			if (pinning || info.isRequired() && !read.contains(info.key())) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED,
						"attribute " + info.key() + " is required, but has no effect on this server");
			} else if (!read.contains(info.key())) {
				LOG.log(Level.WARNING, "attribute {0} has no effect on this server", KnownAttributes.nameOf(info.key()));
			}
		}
	}
}
