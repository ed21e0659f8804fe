// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Adds --help and --version to a command. Picocli's mixin for them uses annotations, whose reading costs a tenth of a small job's time. */
final class HelpOptions {
	private HelpOptions() {
	}

	static CommandSpec addTo(CommandSpec spec) {
		spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).type(boolean.class).description("Show this help message and exit.")
				.build());
		spec.addOption(OptionSpec.builder("-V", "--version").versionHelp(true).type(boolean.class)
				.description("Print version information and exit.").build());
		return spec.versionProvider(new Version());
	}
}
