// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.completion;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

		/** Returns whether the command takes a job, whose ranks have places. */
		boolean takesProgram() {
			return options.stream().anyMatch(option -> option.word().equals("--map-by"));
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
					local current=${COMP_WORDS[COMP_CWORD]} options='' valued='' pairs='' operands='' programs='' values=''
					local option='' value='' found='' before='' at last
					local -a parts=()
					COMPREPLY=()
					if [ "$COMP_CWORD" -eq 1 ]; then
						COMPREPLY=($(compgen -W '""");
		script.append(commands.stream().map(Entry::name).collect(Collectors.joining(" "))).append(" --help --version' -- \"$current\"))\n");
		script.append("\t\treturn\n\tfi\n\tcase ${COMP_WORDS[1]} in\n");
		for (Entry command : commands) {
			script.append('\t').append(command.name).append(")\n");
			assign(script, "options", words(command, 0));
			assign(script, "valued", words(command, 1));
			assign(script, "pairs", words(command, 2));
			assign(script, "operands", String.join(" ", command.operands));
			assign(script, "programs", command.takesProgram() ? "yes" : "");
			script.append("\t\t;;\n");
		}
		script.append("""
					esac
					# bash cuts words at colons and equal signs
					for ((at = 2; at <= COMP_CWORD; at++)); do
						last=${#parts[@]}
						case ${COMP_WORDS[at]}:$before in
						:*:[:=] | [:=]:* | *:[:=]) if [ "$last" -gt 0 ]; then parts[last - 1]+=${COMP_WORDS[at]}; else parts+=("${COMP_WORDS[at]}"); fi ;;
						*) parts+=("${COMP_WORDS[at]}") ;;
						esac
						before=${COMP_WORDS[at]}
					done
					last=$((${#parts[@]} - 1))
					for ((at = 0; at < last; at++)); do
						case "${parts[at]} $valued " in
						-*=*\\ *) ;;
						-*) case " $valued " in *" ${parts[at]} "*) option=${parts[at++]} ;; esac
							# the second value has no words
							case " $pairs " in *" $option "*) [ -z "$option" ] || [ "$at" -ge "$last" ] || { ((at++)); option=-; } ;; esac ;;
						*) found=$programs ;;
						esac
						[ "$at" -ge "$last" ] || option=''
					done
					value=${parts[last]}
					case $value in
					-*=*) option=${value%%=*} value=${value#*=} ;;
					esac
					case $option in
				""");
		values(commands).forEach((values, options) -> script.append('\t').append(String.join(" | ", options)).append(") values='").append(values)
				.append("' ;;\n"));
		return script.append("""
					esac
					if [ -n "$found" ]; then
						return
					elif [ -n "$values" ]; then
						_pmix4j_value "$values" "$value" "$current"
					elif [ -n "$option" ]; then
						return
					elif [[ $current == -* ]]; then
						COMPREPLY=($(compgen -W "$options" -- "$current"))
					elif [ -n "$programs" ] && [ -n "$current" ]; then
						COMPREPLY=($(compgen -c -- "$current" | sort -u))
					else
						COMPREPLY=($(compgen -W "$operands" -- "$current"))
					fi
				}
				# completes the last word of a value: qualifiers follow a colon, words of a list a comma
				_pmix4j_value() {
					local word last=${2##*[:,]} kept=''
					[[ $3 == *,* ]] && kept=${3%,*},
					for word in $1; do
						if [[ $2 == *:* && $1 == *\\ :* ]]; then
							[[ $word == ":$last"* ]] && COMPREPLY+=("$kept${word#:}")
						else
							[[ $word != :* && $word == "$last"* ]] && COMPREPLY+=("$kept$word")
						fi
					done
					[[ ${#COMPREPLY[@]} -eq 1 && $COMPREPLY == *[=:] ]] && compopt -o nospace 2>/dev/null
				}
				complete -o default -F _pmix4j pmix4j
				""").toString();
	}

	/** Returns the options whose values have words, by these words. */
	private static Map<String, Set<String>> values(List<Entry> commands) {
		Map<String, Set<String>> all = new LinkedHashMap<>();
		commands.stream().flatMap(command -> command.options.stream()).filter(option -> !option.values().isEmpty())
				.forEach(option -> all.computeIfAbsent(String.join(" ", option.values()), key -> new LinkedHashSet<>()).add(option.word()));
		return all;
	}

	/** Returns the options with at least that many values. */
	private static String words(Entry command, int values) {
		return command.options.stream().filter(option -> option.valueWords() >= values).map(OptionHelp::word)
				.collect(Collectors.joining(" "));
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
					local operands='' programs='' pairs='' values='' option=$words[CURRENT-1]
					commands=(
				""");
		commands.forEach(command -> described(script, command.name, command.purpose));
		script.append("\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n\tcase $words[2] in\n");
		for (Entry command : commands) {
			script.append('\t').append(command.name).append(")\n\t\toptions=(\n");
			command.options.forEach(option -> described(script, option.word(), option.text()));
			script.append("\t\t)\n");
			assign(script, "pairs", words(command, 2));
			assign(script, "operands", String.join(" ", command.operands));
			assign(script, "programs", command.takesProgram() ? "yes" : "");
			script.append("\t\t;;\n");
		}
		script.append("\tesac\n\tif [[ CURRENT -gt 3 && \" $pairs \" == *\" $words[CURRENT-2] \"* ]]; then\n\t\t_files\n\t\treturn\n\tfi\n")
				.append("\tif [[ $words[CURRENT] == -*=* ]]; then\n\t\toption=${words[CURRENT]%%=*}\n\t\tcompset -P '*='\n\tfi\n")
				.append("\tcase $option in\n");
		values(commands).forEach((values, options) -> script.append("\t(").append(String.join("|", options)).append(") values='").append(values)
				.append("' ;;\n"));
		return script.append("""
					esac
					if [[ -n $values ]]; then
						if [[ $PREFIX == *:* && $values == *\\ :* ]]; then
							compset -P '*:'
							compadd -- ${${(M)${=values}:#:*}#:}
						else
							compset -P '*[,:]'
							compadd -- ${${=values}:#:*}
						fi
					elif [[ $words[CURRENT] == -* ]]; then
						_describe option options
					elif [[ -n $operands ]]; then
						compadd -- ${=operands} || _files
					elif [[ -n $programs ]]; then
						_command_names -e || _files
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

	/**
	 * @param commands all commands
	 * @return the script for fish
	 */
	public static String fish(List<Entry> commands) {
		StringBuilder script = new StringBuilder("""
				# completion of pmix4j for fish; use it with: pmix4j completion fish | source
				# succeeds among the options of a command; with a second word, only where an option or a program may follow
				function __pmix4j_in
					set -l words (commandline -opc)
					test (count $words) -gt 1; and test $words[2] = $argv[1]; or return 1
					set -l valued __pmix4j_valued_$argv[1]
					set -l pairs __pmix4j_pairs_$argv[1]
					set -l values 0
					for word in $words[3..-1]
						if test $values -gt 0
							set values (math $values - 1)
						else if contains -- $word $$pairs
							set values 2
						else if contains -- $word $$valued
							set values 1
						else if not string match -q -- '-*' $word
							return 1
						end
					end
					test (count $argv) -eq 1 -o $values -eq 0
				end
				# completes the last word of a value: qualifiers follow a colon, words of a list a comma
				function __pmix4j_value
					set -l value (commandline -ct | string replace -r -- '^-[^=]*=' '')
					set -l kept (string match -r -- '^.*[,:]' "$value")
					set -l qualified (string match -q -- '*:*' "$value"; and string match -- ':*' $argv)
					for word in $argv
						if test (count $qualified) -gt 0
							contains -- $word $qualified; and echo "$kept"(string sub -s 2 -- $word)
						else if not string match -q -- ':*' $word
							echo "$kept$word"
						end
					end
				end
				""");
		String first = "complete -c pmix4j -n 'test (count (commandline -opc)) -eq 1' -f -a ";
		commands.forEach(command -> script.append(first).append(command.name).append(" -d ").append(quoted(command.purpose)).append('\n'));
		for (Entry command : commands) {
			script.append("set -g __pmix4j_valued_").append(command.name).append(' ').append(words(command, 1)).append('\n');
			script.append("set -g __pmix4j_pairs_").append(command.name).append(' ').append(words(command, 2)).append('\n');
			command.options.forEach(option -> fishOption(script, command.name, option));
			String operands = command.takesProgram() ? "'(__fish_complete_command)'" : quoted(String.join(" ", command.operands));
			if (!operands.equals("''")) {
				script.append("complete -c pmix4j -n '__pmix4j_in ").append(command.name).append(" operand' -f -a ").append(operands).append('\n');
			}
		}
		return script.toString();
	}

	private static void fishOption(StringBuilder script, String command, OptionHelp option) {
		String name = option.word().replaceFirst("^-+", "");
		String kind = option.word().startsWith("--") ? " -l " : name.length() == 1 ? " -s " : " -o ";
		script.append("complete -c pmix4j -n '__pmix4j_in ").append(command).append('\'').append(kind).append(name);
		if (option.valueWords() > 0 && option.values().isEmpty()) {
			script.append(" -r");
		} else if (option.valueWords() > 0) {
			script.append(" -x -a ").append(quoted("(__pmix4j_value " + String.join(" ", option.values()) + ")"));
		}
		script.append(" -d ").append(quoted(option.text())).append('\n');
	}

	private static String quoted(String text) {
		return '\'' + text.replace("\\", "\\\\").replace("'", "\\'") + '\'';
	}

	private static void described(StringBuilder script, String word, String text) {
		script.append("\t\t'").append(word.replace(":", "\\:")).append(':').append(text.replace("'", "'\\''")).append("'\n");
	}
}
