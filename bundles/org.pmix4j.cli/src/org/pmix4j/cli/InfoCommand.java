// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.File;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.pmix4j.cli.internal.options.OptionHelp;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.ProgramReport;
import org.pmix4j.cli.internal.report.SupportReport;
import org.pmix4j.client.PmixClient;
import org.pmix4j.host.HostOptions;
import org.pmix4j.model.Proc;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.model.internal.text.ProgramForm;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.wire.PeerOptions;

/** The command {@code pmix4j info}: shows the version and the places in use, or what a program is linked with. Stateless. */
final class InfoCommand implements Command {
	private static final String HELP = "pmix4j info --help";
	private static final String NO_CLASS_PATH = "none, as this is a native executable; in a checkout, that of the other form:"
			+ " PMIX4J_FORM=jvm ./pmix4j info --classpath";
	/** A class of each bundle that a rank or a tool in Java needs; they may all be in one jar. */
	private static final List<Class<?>> NEEDED = List.of(PmixClient.class, PmixTool.class, PeerOptions.class, Proc.class);

	@Override
	public String name() {
		return "info";
	}

	@Override
	public String purpose() {
		return "Show version and directories, or the MPI library of a program.";
	}

	@Override
	public List<OptionHelp> options() {
		return List.of(new OptionHelp("--classpath", "Show only the class path of programs in Java."),
				new OptionHelp("--json", "Write JSON for programs."),
				new OptionHelp("--support", "Describe the machine for a report of a fault, without private data."),
				new OptionHelp("--help", "Show help and exit."),
				new OptionHelp("--version", "Show the version and exit."));
	}

	@Override
	public int execute(List<String> words, Console console) {
		PrintWriter out = console.out();
		switch (String.join(" ", words)) {
			case "" -> {
				Version.print(out);
				HostOptions options = HostOptions.defaults();
				out.println("class path of ranks and tools in Java: " + classPath().orElse(NO_CLASS_PATH));
				out.println("Java: " + java().orElse("none, as this is a native executable"));
				out.println("session directories: " + options.directory());
				out.println("directory of the system server's file: " + options.systemDirectory(OwnProcess.environment()));
			}
			case "--support" -> {
				Version.print(out);
				SupportReport.lines(OwnProcess.environment(), HostOptions.defaults().directory()).forEach(out::println);
			}
			case "--json" -> out.println(JsonText.of(json()));
			case "--classpath" -> {
				if (classPath().isEmpty()) {
					console.message(NO_CLASS_PATH);
					return 1;
				}
				out.println(classPath().get());
			}
			case "--version", "-V" -> Version.print(out);
			case "--help", "-h" -> help(out);
			default -> {
				if (words.size() != 1 || words.get(0).startsWith("-")) {
					return console.usageError("the command info has one option, or a program, not " + String.join(" ", words), HELP);
				}
				return program(words.get(0), console);
			}
		}
		return 0;
	}

	private static int program(String name, Console console) {
		List<String> lines = ProgramReport.lines(name, OwnProcess.directory(), OwnProcess.environment());
		if (lines.isEmpty()) {
			console.message("info: there is no program " + name + "; give its path, or a name in PATH");
			return 1;
		}
		lines.forEach(console.out()::println);
		return 0;
	}

	private static Map<String, Object> json() {
		HostOptions options = HostOptions.defaults();
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("version", Version.text());
		object.put("classpath", classPath().orElse(""));
		object.put("java", java().orElse(""));
		object.put("javaVersion", Runtime.version().toString());
		object.put("sessionDirectories", options.directory().toString());
		object.put("systemDirectory", options.systemDirectory(OwnProcess.environment()).toString());
		return object;
	}

	/** Returns the home of the JVM; a native executable has none. */
	private static Optional<String> java() {
		return ProgramForm.isNative() ? Optional.empty() : Optional.of(System.getProperty("java.home"));
	}

	private static void help(PrintWriter out) {
		out.println("Usage: pmix4j info [OPTION]");
		out.println("       pmix4j info PROGRAM");
		out.println("Shows the version, the class path for Java programs, and the directories in use;");
		out.println("or the MPI library that a program is linked with, and whether its ranks find each other.");
		out.println("Options:");
		out.println("  --classpath    Show only the class path that makes a Java program a rank under");
		out.println("                 any PMIx launcher, or a tool: java -cp \"$(pmix4j info --classpath):.\"");
		out.println("  --json         Write an object with version, classpath, java, javaVersion, sessionDirectories");
		out.println("                 and systemDirectory.");
		out.println("  --support      Describe the machine for a report of a fault: system, limits, other");
		out.println("                 launchers and debuggers; without names of users, nodes and folders.");
		out.println("  -h, --help     Show this help message and exit.");
		out.println("  -V, --version  Print version information and exit.");
	}

	/** Returns the places of {@link #NEEDED}. A native executable has none but the jar that is beside it in a release. */
	private static Optional<String> classPath() {
		if (ProgramForm.isNative()) {
			return ProcessHandle.current().info().command().map(program -> Path.of(program).resolveSibling("../lib/pmix4j.jar").normalize())
					.filter(Files::isReadable).map(Path::toString);
		}
		Set<Path> places = new LinkedHashSet<>();
		for (Class<?> type : NEEDED) {
			CodeSource source = type.getProtectionDomain().getCodeSource();
			try {
				places.add(Path.of(source.getLocation().toURI()));
			} catch (URISyntaxException e) {
				throw new IllegalStateException("the place of " + type.getName() + " is not a file: " + source.getLocation(), e);
			}
		}
		return Optional.of(places.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
	}
}
