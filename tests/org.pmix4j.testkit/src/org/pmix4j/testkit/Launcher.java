// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Builds and starts one run of {@code ./pmix4j} in a separate process. Tests get it from {@link Launchers}. */
public final class Launcher {
	private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(60);
	private static final Duration BUILD_LIMIT = Duration.ofMinutes(3);
	private static final String FORM = "PMIX4J_FORM";
	private static final String JAVA_OPTIONS = "PMIX4J_JAVA_OPTIONS";
	/**
	 * Assertions, and less processor time for a start: most launchers of tests end before compiled code has saved the time of its compilation,
	 * and an archive at the address for which it was made need not be relocated.
	 */
	private static final String CHEAP = "-ea -XX:CompileThresholdScaling=10 -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0";
	/** Restores default signal handling: a build in the background of a shell ignores SIGINT, and so would the JVM. */
	private static final List<String> ALL_SIGNALS = List.of("env", "--default-signal");

	private final Consumer<LauncherRun> started;
	private final List<String> command = new ArrayList<>();
	private final ProcessBuilder builder;
	private Duration limit = DEFAULT_LIMIT;
	private boolean readByTest;

	/** Builds the form of the JVM when the class is initialized, so that no test's time includes the build and no option reaches it. */
	private static final class JvmForm {
		static final String VERSION = version(launcher -> launcher.with(FORM, "jvm"));
	}

	Launcher(Path directory, Consumer<LauncherRun> started, List<String> arguments) {
		this.started = started;
		command.addAll(ALL_SIGNALS);
		command.add(Checkout.script().toString());
		command.addAll(arguments);
		builder = new ProcessBuilder(command).directory(directory.toFile()).redirectInput(new File("/dev/null"));
		builder.environment().put("TMPDIR", directory.toString());
		if (isNative()) {
			builder.environment().put(FORM, "native");
		} else {
			builder.environment().put(JAVA_OPTIONS, CHEAP);
		}
		// other launchers of the machine do not change where ranks are bound; a file there would count as left behind
		builder.environment().put("PMIX4J_BINDINGS", "/nonexistent");
		builder.environment().put("PEER_LIMIT", "600");
	}

	/** @return whether the tests run the native executable: the property pmix4j.form is native, see releng/native */
	public static boolean isNative() {
		return "native".equals(System.getProperty("pmix4j.form"));
	}

	/** @return the setting for env(1) with which a launcher that a test starts by itself has the form of the tests */
	public static String form() {
		return FORM + "=" + (isNative() ? "native" : "jvm");
	}

	/** Returns the version of a launcher, which is built for it if it must be. */
	static String version(UnaryOperator<Launcher> description) {
		Launcher launcher = new Launcher(Path.of(System.getProperty("java.io.tmpdir")), run -> {
			// nothing to wait for
		}, List.of("--version"));
		return description.apply(launcher).limit(BUILD_LIMIT).finish().requireExit(0).text();
	}

	/**
	 * @param script script to run instead of the checkout's, such as a link to it
	 * @return this
	 */
	public Launcher through(Path script) {
		command.set(ALL_SIGNALS.size(), script.toString());
		return this;
	}

	/**
	 * @param prefix start of the command line, such as {@link Peers#trixie(List)} without a command; the launcher and its children run in
	 *               it
	 * @return this
	 */
	public Launcher inside(List<String> prefix) {
		command.addAll(ALL_SIGNALS.size(), prefix);
		return this;
	}

	/**
	 * @param folder working directory instead of the temporary directory
	 * @return this
	 */
	public Launcher in(Path folder) {
		builder.directory(folder.toFile());
		return this;
	}

	/**
	 * @param name  environment variable
	 * @param value its value
	 * @return this
	 */
	public Launcher with(String name, String value) {
		builder.environment().put(name, value);
		return this;
	}

	/**
	 * Runs the launcher on a JVM, also where the tests run the native executable.
	 *
	 * @param options for the JVM
	 * @return this
	 */
	public Launcher onJvm(String options) {
		if (!JvmForm.VERSION.contains("\nJava ")) {
			throw new IllegalStateException("PMIX4J_FORM=jvm pmix4j --version does not say that it runs on a JVM: " + JvmForm.VERSION);
		}
		return with(FORM, "jvm").with(JAVA_OPTIONS, options);
	}

	/**
	 * @param most largest heap of the launcher, such as {@code 64m}
	 * @return this
	 */
	public Launcher maxHeap(String most) {
		return with("PMIX4J_MAX_HEAP", most);
	}

	/**
	 * @param file standard input, which is otherwise empty
	 * @return this
	 */
	public Launcher input(Path file) {
		builder.redirectInput(file.toFile());
		return this;
	}

	/**
	 * Makes standard input a pipe to which the test writes.
	 *
	 * @return this
	 */
	public Launcher inputByTest() {
		builder.redirectInput(Redirect.PIPE);
		return this;
	}

	/**
	 * Leaves standard output to the test, which reads it from {@link LauncherRun#output()}.
	 *
	 * @return this
	 */
	public Launcher outputByTest() {
		readByTest = true;
		return this;
	}

	/**
	 * @param most limit for the run instead of one minute
	 * @return this
	 */
	public Launcher limit(Duration most) {
		limit = most;
		return this;
	}

	/** @return the running launcher */
	public LauncherRun start() {
		try {
			LauncherRun run = new LauncherRun(command, builder.start(), limit, !readByTest);
			started.accept(run);
			return run;
		} catch (IOException e) {
			throw new UncheckedIOException(String.join(" ", command), e);
		}
	}

	/** @return how the run ended, within the limit */
	public Outcome finish() {
		return start().end();
	}
}
