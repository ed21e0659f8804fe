// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.gets;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetOptions.Effort;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/**
 * One combination of key, subject and directives. Immutable.
 *
 * @param key        the key
 * @param subject    name of the subject
 * @param proc       the subject
 * @param way        name of the directives
 * @param directives each as the program pmix_gets reads it
 */
record Question(String key, String subject, Proc proc, String way, List<String> directives) {
	private static final List<String> RESERVED = List.of(SessionAttributes.SESSION_ID.key(), SessionAttributes.UNIV_SIZE.key(),
			"pmix.session.own", JobAttributes.JOB_SIZE.key(), JobAttributes.JOBID.key(), JobAttributes.NUM_NODES.key(),
			JobAttributes.NODE_LIST.key(), AppAttributes.APP_SIZE.key(), AppAttributes.APPLDR.key(), SpawnAttributes.WDIR.key(), "pmix.app.own",
			NodeAttributes.HOSTNAME.key(), NodeAttributes.NODEID.key(), NodeAttributes.LOCAL_SIZE.key(), NodeAttributes.LOCAL_PEERS.key(),
			NodeAttributes.LOCALLDR.key(), "pmix.node.own", ProcAttributes.RANK.key(), ProcAttributes.PROCID.key(),
			AppAttributes.APPNUM.key(), ProcAttributes.LOCAL_RANK.key(), ProcAttributes.GLOBAL_RANK.key(), "pmix.rank.own",
			JobAttributes.MAX_PROCS.key(), "pmix.unknown");
	private static final List<String> PUT = List.of("put.local", "put.remote", "put.global", "put.internal", "put.unknown");

	private static Map<String, Proc> subjects() {
		Map<String, Proc> subjects = new LinkedHashMap<>();
		subjects.put("self", Proc.of(TwoNodes.JOB, 0));
		subjects.put("local", Proc.of(TwoNodes.JOB, 1));
		subjects.put("remote", Proc.of(TwoNodes.JOB, 2));
		subjects.put("silent", Proc.of(TwoNodes.JOB, 3));
		subjects.put("wildcard", Proc.wildcard(TwoNodes.JOB));
		subjects.put("undef", new Proc(TwoNodes.JOB, Rank.UNDEF));
		subjects.put("invalid", new Proc(TwoNodes.JOB, Rank.INVALID));
		subjects.put("past", Proc.of(TwoNodes.JOB, 9));
		subjects.put("unnamed", new Proc("", Rank.of(1)));
		subjects.put("other", Proc.of(TwoNodes.OTHER_JOB, 0));
		subjects.put("otherjob", Proc.wildcard(TwoNodes.OTHER_JOB));
		subjects.put("nobody", Proc.wildcard("nobody"));
		return subjects;
	}

	private static Map<String, List<String>> ways(boolean reserved) {
		Map<String, List<String>> ways = new LinkedHashMap<>();
		ways.put("optional", List.of(flag(KeyValueAttributes.OPTIONAL.key())));
		ways.put("scope-local", List.of(KeyValueAttributes.DATA_SCOPE.key() + "=c1"));
		ways.put("scope-remote", List.of(KeyValueAttributes.DATA_SCOPE.key() + "=c2"));
		ways.put("scope-global", List.of(KeyValueAttributes.DATA_SCOPE.key() + "=c3"));
		ways.put("scope-internal", List.of(KeyValueAttributes.DATA_SCOPE.key() + "=c4"));
		ways.put("immediate", List.of(flag(KeyValueAttributes.IMMEDIATE.key())));
		ways.put("plain", List.of());
		ways.put("refresh", List.of(flag(KeyValueAttributes.GET_REFRESH_CACHE.key())));
		ways.put("timeout", List.of(KeyValueAttributes.TIMEOUT.key() + "=u1"));
		ways.put("pointer", List.of(flag(KeyValueAttributes.GET_POINTER_VALUES.key())));
		if (reserved) {
			ways.put("job", List.of(flag(LevelAttributes.JOB_INFO.key())));
			String session = flag(LevelAttributes.SESSION_INFO.key());
			ways.put("session", List.of(session));
			ways.put("session5", List.of(session, SessionAttributes.SESSION_ID.key() + "=u5"));
			ways.put("session77", List.of(session, SessionAttributes.SESSION_ID.key() + "=u77"));
			String app = flag(LevelAttributes.APP_INFO.key());
			ways.put("app", List.of(app));
			ways.put("app1", List.of(app, AppAttributes.APPNUM.key() + "=u1"));
			ways.put("app9", List.of(app, AppAttributes.APPNUM.key() + "=u9"));
			String node = flag(LevelAttributes.NODE_INFO.key());
			ways.put("node", List.of(node));
			ways.put("node1", List.of(node, NodeAttributes.HOSTNAME.key() + "=snode1"));
			ways.put("nodeid1", List.of(node, NodeAttributes.NODEID.key() + "=u1"));
			ways.put("nodeid9", List.of(node, NodeAttributes.NODEID.key() + "=u9"));
		}
		return ways;
	}

	private static String flag(String key) {
		return key + "=b1";
	}

	/** Returns all combinations, those that bring data from the server behind those that do not. */
	static List<Question> all() {
		List<Question> all = new ArrayList<>();
		for (boolean reserved : List.of(false, true)) {
			for (Map.Entry<String, List<String>> way : ways(reserved).entrySet()) {
				for (Map.Entry<String, Proc> subject : subjects().entrySet()) {
					for (String key : reserved ? RESERVED : PUT) {
						Question question = new Question(key, subject.getKey(), subject.getValue(), way.getKey(), way.getValue());
						if (!question.crashes() && !question.waits()) {
							all.add(question);
						}
					}
				}
			}
		}
		return all;
	}

	/** Returns whether the question waits, for a second, for a value that is never put. Two questions do. */
	private boolean waits() {
		if (!PUT.contains(key) || way.equals("optional") || way.equals("immediate")) {
			return false;
		}
		boolean own = subject.equals("self") && !key.equals("put.unknown")
				&& (!key.equals("put.internal") || !way.equals("scope-local") && !way.equals("scope-remote"));
		boolean near = (subject.equals("local") || subject.equals("unnamed")) && (key.equals("put.local") || key.equals("put.global"));
		boolean far = subject.equals("remote") && (key.equals("put.remote") || key.equals("put.global"));
		boolean limited = way.equals("timeout") && key.equals("put.unknown") && (subject.equals("local") || subject.equals("remote"));
		return !own && !near && !far && !limited;
	}

	/** Returns whether libpmix 5.0.7 takes the number of an unknown node for its name, and crashes. */
	private boolean crashes() {
		boolean unknown = subject.equals("past") || subject.equals("other");
		return unknown && KeyRealm.of(key) == KeyRealm.NODE && !key.equals(NodeAttributes.HOSTNAME.key())
				&& !key.equals(NodeAttributes.NODEID.key()) && !way.startsWith("node") && !way.startsWith("app") && !way.startsWith("session")
				&& !way.equals("job");
	}

	/** Returns the line that the program pmix_gets reads. */
	String line() {
		List<String> fields = new ArrayList<>(
				List.of(proc.nspace().isEmpty() ? "." : proc.nspace(), Integer.toUnsignedString(proc.rank().value()), key));
		fields.addAll(directives);
		return String.join("\t", fields);
	}

	GetOptions options() {
		GetOptions options = GetOptions.DEFAULT;
		for (String directive : directives) {
			String name = directive.substring(0, directive.indexOf('='));
			String text = directive.substring(directive.indexOf('=') + 2);
			options = switch (way) {
				case "optional" -> options.withEffort(Effort.OPTIONAL);
				case "immediate" -> options.withEffort(Effort.IMMEDIATE);
				case "refresh" -> options.withEffort(Effort.REFRESH);
				case "timeout" -> options.withLimit(Duration.ofSeconds(1));
				default -> options.plusInfos(Info.of(name, switch (directive.charAt(directive.indexOf('=') + 1)) {
					case 'b' -> new PmixValue.Bool(true);
					case 'u' -> new PmixValue.UInt32(Integer.parseInt(text));
					case 'c' -> Scope.of(Integer.parseInt(text));
					default -> new PmixValue.Str(text);
				}));
			};
		}
		return options;
	}

	/** Returns key, subject and way. */
	String name() {
		return key + " " + subject + " " + way;
	}
}
