// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.completion;

import java.util.List;
import java.util.stream.Collectors;

import org.pmix4j.cli.internal.options.OptionHelp;

/** Writes the scripts with which shells complete command lines of {@code pmix4j}. Stateless. */
public final class CompletionScript {
	private CompletionScript() {
	}

	/**
	 * A command, as a shell completes it.
	 *
	 * @param name     its name
	 * @param purpose  in one line
	 * @param operands the words that may follow, such as names of actions; empty for files
	 * @param options  its options
	 */
	public record Entry(String name, String purpose, List<String> operands, List<OptionHelp> options) {
		/** Copies the lists. */
		public Entry {
			operands = List.copyOf(operands);
			options = List.copyOf(options);
		}
	}

	/**
	 * @param commands all commands
	 * @return the script for bash
	 */
	public static String bash(List<Entry> commands) {
		StringBuilder script = new StringBuilder("""
				# completion of pmix4j for bash; use it with: source <(pmix4j completion bash)
				_pmix4j() {
					local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options='' valued='' operands=''
					COMPREPLY=()
					if [ "$COMP_CWORD" -eq 1 ]; then
						COMPREPLY=($(compgen -W '""");
		script.append(commands.stream().map(Entry::name).collect(Collectors.joining(" "))).append(" --help --version' -- \"$current\"))\n");
		script.append("\t\treturn\n\tfi\n\tcase ${COMP_WORDS[1]} in\n");
		for (Entry command : commands) {
			script.append('\t').append(command.name).append(")\n");
			assign(script, "options", words(command, false));
			assign(script, "valued", words(command, true));
			assign(script, "operands", String.join(" ", command.operands));
			script.append("\t\t;;\n");
		}
		return script.append("""
					esac
					case " $valued " in
					*" $previous "*) return ;;
					esac
					case $current in
					-*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
					*) COMPREPLY=($(compgen -W "$operands" -- "$current")) ;;
					esac
				}
				complete -o default -F _pmix4j pmix4j
				""").toString();
	}

	private static String words(Entry command, boolean valued) {
		return command.options.stream().filter(option -> !valued || option.needsValue()).map(OptionHelp::word).collect(Collectors.joining(" "));
	}

	private static void assign(StringBuilder script, String variable, String words) {
		if (!words.isEmpty()) {
			script.append("\t\t").append(variable).append("='").append(words).append("'\n");
		}
	}

	/**
	 * @param commands all commands
	 * @return the script for zsh
	 */
	public static String zsh(List<Entry> commands) {
		StringBuilder script = new StringBuilder("""
				#compdef pmix4j
				# completion of pmix4j for zsh; use it with: source <(pmix4j completion zsh)
				_pmix4j() {
					local -a commands options
					local operands=''
					commands=(
				""");
		commands.forEach(command -> described(script, command.name, command.purpose));
		script.append("\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n\tcase $words[2] in\n");
		for (Entry command : commands) {
			script.append('\t').append(command.name).append(")\n\t\toptions=(\n");
			command.options.forEach(option -> described(script, option.word(), option.text()));
			script.append("\t\t)\n");
			assign(script, "operands", String.join(" ", command.operands));
			script.append("\t\t;;\n");
		}
		return script.append("""
					esac
					if [[ $words[CURRENT] == -* ]]; then
						_describe option options
					elif [[ -n $operands ]]; then
						compadd -- ${=operands} || _files
					else
						_files
					fi
				}
				if [[ $funcstack[1] == _pmix4j ]]; then
					_pmix4j "$@"
				else
					compdef _pmix4j pmix4j
				fi
				""").toString();
	}

	private static void described(StringBuilder script, String word, String text) {
		script.append("\t\t'").append(word.replace(":", "\\:")).append(':').append(text.replace("'", "'\\''")).append("'\n");
	}
}
