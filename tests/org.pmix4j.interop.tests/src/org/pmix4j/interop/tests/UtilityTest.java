// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.interop.tests.Library.question;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4j.interop.tests.Library.Question;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.Argv;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.JobState;
import org.pmix4j.model.LinkState;
import org.pmix4j.model.Nspace;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcState;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueComparison;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.print.Wording;
import org.pmix4j.wire.pack.Compression;

/** Compares the helper functions for names, texts and codes with those of libpmix, for edge cases and random inputs. */
class UtilityTest {
	private static final int QUESTIONS = 300;
	private static final List<String> NAMES = List.of("", "a", "b", "job-1", "cluster:job", "a:b:c", ":", "x:", ":x", "pmix", "grüß",
			"n".repeat(Nspace.MAX_LENGTH), "n".repeat(Nspace.MAX_LENGTH - 1) + "m");
	private static final List<Integer> RANKS = List.of(0, 1, 256, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, -2, -3, -4, -5, -6, -49, -50, -51,
			-52, -53);
	/** PMIx_Error_string returns it for a code that it does not know. */
	private static final String NO_NAME = "ERROR STRING NOT FOUND";
	/** PMIx_Error_code returns it for a name that it does not know. */
	private static final String NO_CODE = Integer.toString(Integer.MIN_VALUE);

	private final Random random = new Random(11);
	private final List<Question> questions = new ArrayList<>();

	@TempDir
	private Path scratch;

	private void expect(Object answer, Object... words) {
		String text = answer instanceof Boolean truth ? truth ? "1" : "0" : answer.toString();
		questions.add(new Question(question(words), text));
	}

	private <T> T any(List<T> choices) {
		return choices.get(random.nextInt(choices.size()));
	}

	private static String number(int rank) {
		return Integer.toUnsignedString(rank);
	}

	private String text(String letters) {
		return random.ints(random.nextInt(12), 0, letters.length()).mapToObj(i -> letters.substring(i, i + 1)).collect(Collectors.joining());
	}

	private static String list(List<String> texts) {
		return texts.stream().map(text -> "<" + text + ">").collect(Collectors.joining("\t"));
	}

	@ParameterizedTest
	@EnumSource
	void namesAndRanks_areCheckedAsInC(Library library) throws Exception {
		for (String name : NAMES) {
			NAMES.forEach(other -> expect(Nspace.matches(name, other), "nspace", name, other));
			expect(new Nspace(name).cluster() + "\t" + new Nspace(name).inCluster(), "split-cluster", name);
			expect(Info.isReserved(name), "reserved", name);
		}
		for (int rank : RANKS) {
			expect(Rank.of(rank).isProcess(), "rank-valid", number(rank));
			RANKS.forEach(other -> expect(Rank.of(rank).matches(Rank.of(other)), "rank", number(rank), number(other)));
		}
		for (int i = 0; i < QUESTIONS; i++) {
			Proc one = Proc.of(any(NAMES), any(RANKS));
			Proc other = Proc.of(any(NAMES), any(RANKS));
			expect(one.matches(other), "proc", one.nspace(), number(one.rank().value()), other.nspace(), number(other.rank().value()));
			expect(one.isInvalid(), "proc-invalid", one.nspace(), number(one.rank().value()));
			if (one.nspace().length() < 40) {
				expect(Wording.of(one), "proc-string", one.nspace(), number(one.rank().value()));
			}
		}

		library.check(questions, scratch);
	}

	/** The C library leaves the name empty if both together are too long; the constructor of the Java class refuses them. */
	@ParameterizedTest
	@EnumSource
	void multiclusterNames_areJoinedAsInC(Library library) throws Exception {
		for (int cluster : List.of(0, 1, 100, 127, 254, 255)) {
			for (int nspace : List.of(0, 1, 127, 128, 154, 155, 254, 255)) {
				String first = "c".repeat(cluster);
				String second = "n".repeat(nspace);
				String joined;
				try {
					joined = Nspace.of(first, second).name();
				} catch (IllegalArgumentException e) {
					joined = "";
				}
				expect(joined, "join-cluster", first, second);
			}
		}

		assertThat(library.check(questions, scratch)).contains("", "c:n", "c".repeat(254) + ":");
	}

	@ParameterizedTest
	@EnumSource
	void texts_areSplitAsInC(Library library) throws Exception {
		for (String text : List.of(",", ",,", "a", "a,", ",a", "a,,b", "x".repeat(600) + ",y", " a , b ", "\"a,b\",c")) {
			expect(list(Argv.split(text, ',')), "split", text, ",");
			expect(list(Argv.splitWithEmpty(text, ',')), "split-with-empty", text, ",");
		}
		for (int i = 0; i < QUESTIONS; i++) {
			String text = text("ab;, \"");
			expect(list(Argv.split(text, ';')), "split", text, ";");
			expect(list(Argv.splitWithEmpty(text, ';')), "split-with-empty", text, ";");
		}

		library.check(questions, scratch);
	}

	@ParameterizedTest
	@EnumSource
	void environment_isChangedAsInC(Library library) throws Exception {
		for (int i = 0; i < QUESTIONS; i++) {
			List<String> before = new ArrayList<>();
			for (int n = random.nextInt(4); n > 0; n--) {
				before.add(text("AB") + "=" + text("xy="));
			}
			String name = "A" + text("B");
			String value = text("xy=");
			boolean overwrite = random.nextBoolean();
			App app = new App("", List.of(), before, "", 1, Infos.EMPTY).withVariable(name, value, overwrite);
			List<Object> words = new ArrayList<>(List.of("setenv", name, value, overwrite ? 1 : 0));
			words.addAll(before);
			expect(list(app.environment()), words.toArray());
		}

		library.check(questions, scratch);
	}

	/** Release 4.2 has other words for statuses. */
	@ParameterizedTest
	@EnumSource
	void codes_areWordedAsInC(Library library) throws Exception {
		for (int code = 0; code <= 0xff; code++) {
			expect(Wording.of(ProcState.of(code)), "code", "ProcState", code);
			expect(Wording.of(JobState.of(code)), "code", "JobState", code);
			expect(Wording.of(Scope.of(code)), "code", "Scope", code);
			expect(Wording.of(Persistence.of(code)), "code", "Persistence", code);
			expect(Wording.of(DataRange.of(code)), "code", "DataRange", code);
			expect(Wording.of(InfoDirectives.of(code)), "code", "InfoDirectives", code);
			expect(Wording.of(AllocDirective.of(code)), "code", "AllocDirective", code);
			expect(Wording.of(IofChannel.of(code)), "code", "IofChannel", code);
			expect(Wording.of(LinkState.of(code)), "code", "LinkState", code);
			expect(Wording.of(DeviceType.of(code)), "code", "DeviceType", code);
		}
		for (int code = 1; code <= DataType.STOR_ACCESS_TYPE.code(); code++) {
			expect(Wording.of(DataType.of(code)), "code", "DataType", code);
		}
		for (ValueComparison outcome : ValueComparison.values()) {
			expect(outcome.text(), "code", "ValueComparison", outcome.ordinal());
		}

		library.check(questions, scratch);
	}

	@ParameterizedTest
	@EnumSource(names = "V5_0")
	void statuses_haveTheNamesAndCodesOfC(Library library) throws Exception {
		List<Status> statuses = new ArrayList<>();
		for (int code = 0; code > -500; code--) {
			statuses.add(Status.of(code));
		}
		List<String> answers = library.ask(statuses.stream().map(status -> question("code", "Status", status.code())).toList(), scratch);
		List<String> names = new ArrayList<>();
		for (int i = 0; i < statuses.size(); i++) {
			if (!answers.get(i).equals(NO_NAME)) {
				assertThat(Status.byName(answers.get(i))).as(answers.get(i)).contains(statuses.get(i));
				names.add(answers.get(i));
			}
		}
		assertThat(names).hasSizeGreaterThan(100);
		List<String> codes = library.ask(names.stream().map(name -> question("error-code", name.toLowerCase(Locale.ROOT))).toList(), scratch);
		for (int i = 0; i < names.size(); i++) {
			int code = Status.byName(names.get(i).toLowerCase(Locale.ROOT)).orElseThrow().code();
			assertThat(codes.get(i)).as(names.get(i)).isEqualTo(Integer.toString(code));
		}
		assertThat(library.ask(List.of(question("error-code", "PMIX_NO_SUCH")), scratch)).containsExactly(NO_CODE);
		assertThat(Status.byName("PMIX_NO_SUCH")).isEmpty();
		assertThat(Wording.of(Status.of(-499_999))).isEqualTo(NO_NAME);
	}

	/** A release returns the text of the question if it does not know the attribute. */
	@ParameterizedTest
	@EnumSource
	void attributes_haveTheNamesAndKeysOfC(Library library) throws Exception {
		List<Attribute<?>> attributes = KnownAttributes.all();
		List<String> keys = library.ask(attributes.stream().map(a -> question("attribute-key", a.name())).toList(), scratch);
		List<String> names = library.ask(attributes.stream().map(a -> question("attribute-name", a.key())).toList(), scratch);
		int known = 0;
		for (int i = 0; i < attributes.size(); i++) {
			Attribute<?> attribute = attributes.get(i);
			if (!keys.get(i).equals(attribute.name())) {
				known++;
				assertThat(keys.get(i)).as(attribute.name()).isIn(attribute.key(), attribute.otherKey().orElse(attribute.key()));
			}
			if (!names.get(i).equals(attribute.key())) {
				assertThat(KnownAttributes.byName(names.get(i)).orElseThrow().key()).as(names.get(i)).isEqualTo(attribute.key());
			}
		}
		assertThat(known).isGreaterThan(400);
	}

	/** The C library refuses to compress bytes if zlib's upper bound of the result is not smaller, which is so for all bytes. */
	@ParameterizedTest
	@EnumSource
	void bytes_areRestoredByC(Library library) throws Exception {
		List<ByteObject> samples = List.of(ByteObject.wrap(new byte[Compression.LIMIT]), ByteObject.wrap("a text ".repeat(2000).getBytes()));
		for (ByteObject plain : samples) {
			ByteObject block = Compression.compress(plain).orElseThrow();
			assertThat(Compression.decompress(block)).isEqualTo(plain);
			expect(new String(plain.toByteArray()), "decompress", HexFormat.of().formatHex(block.toByteArray()));
			expect("0\t", "compress", HexFormat.of().formatHex(plain.toByteArray()));
		}
		assertThat(Compression.compress(ByteObject.wrap(new byte[Compression.LIMIT - 1]))).isEmpty();

		library.check(questions, scratch);
	}
}
