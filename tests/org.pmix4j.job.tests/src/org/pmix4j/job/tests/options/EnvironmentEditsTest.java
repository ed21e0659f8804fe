// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Envar;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Changes of the environment by a spawn request. */
class EnvironmentEditsTest {
	private final Map<String, String> environment = new HashMap<>(Map.of("A", "a", "AB", "ab", "LIST", "x:y:z"));

	@Test
	void apply_setAndAdd_onlySetReplaces() throws Exception {
		apply(List.of(edit(SpawnAttributes.SET_ENVAR, "A", "1"), edit(SpawnAttributes.ADD_ENVAR, "A", "2"),
				edit(SpawnAttributes.ADD_ENVAR, "B", "3")), environment);

		assertThat(environment).containsEntry("A", "1").containsEntry("B", "3");
	}

	@Test
	void apply_additionsOfEachKindToOneVariable_areDoneInTheirOrder() throws Exception {
		apply(List.of(edit(SpawnAttributes.APPEND_ENVAR, "LIST", "e"), edit(SpawnAttributes.FIRST_ENVAR, "LIST", "z"),
				edit(SpawnAttributes.FIRST_ENVAR, "LIST", "n:m"), edit(SpawnAttributes.FIRST_ENVAR, "LIST", "m"),
				edit(SpawnAttributes.PREPEND_ENVAR, "LIST", "p"), edit(SpawnAttributes.ADD_ENVAR, "LIST", "unused")), environment);
		assertThat(environment).containsEntry("LIST", "p:m:n:z:x:y:e");

		apply(List.of(edit(SpawnAttributes.APPEND_ENVAR, "NEW", ""), edit(SpawnAttributes.PREPEND_ENVAR, "NEW", "b"),
				edit(SpawnAttributes.APPEND_ENVAR, "A", "x"), edit(SpawnAttributes.SET_ENVAR, "A", "1"),
				edit(SpawnAttributes.APPEND_ENVAR, "A", "2"), edit(SpawnAttributes.APPEND_ENVAR, "ABC", "c"),
				Info.of(SpawnAttributes.UNSET_ENVAR, "AB*")), environment);
		assertThat(environment).containsEntry("NEW", "b").containsEntry("A", "1:2").containsOnlyKeys("A", "LIST", "NEW");
	}

	@Test
	void apply_unset_removesOneOrAllWithPrefix() throws Exception {
		apply(List.of(Info.of(SpawnAttributes.UNSET_ENVAR, "LIST")), environment);
		assertThat(environment).containsOnlyKeys("A", "AB");

		apply(List.of(Info.of(SpawnAttributes.UNSET_ENVAR, "A*")), environment);
		assertThat(environment).isEmpty();
	}

	@Test
	void apply_prependAndAppend_useTheSeparatorUnlessTheVariableIsEmpty() throws Exception {
		apply(List.of(Info.of(SpawnAttributes.PREPEND_ENVAR, new Envar("LIST", "w", ':')),
				Info.of(SpawnAttributes.APPEND_ENVAR, new Envar("LIST", "v", ';')),
				Info.of(SpawnAttributes.APPEND_ENVAR, new Envar("NEW", "n", ':'))), environment);

		assertThat(environment).containsEntry("LIST", "w:x:y:z;v").containsEntry("NEW", "n");
	}

	@Test
	void apply_first_movesThePartToTheFront() throws Exception {
		apply(List.of(edit(SpawnAttributes.FIRST_ENVAR, "LIST", "z")), environment);

		assertThat(environment).containsEntry("LIST", "z:x:y");
	}

	@Test
	void apply_severalEdits_keepsTheirOrder() throws Exception {
		apply(List.of(Info.of(SpawnAttributes.UNSET_ENVAR, "A"), edit(SpawnAttributes.ADD_ENVAR, "A", "new"),
				edit(SpawnAttributes.APPEND_ENVAR, "A", "more")), environment);

		assertThat(environment).containsEntry("A", "new:more");
	}

	@Test
	void apply_otherDirectives_areSkipped() throws Exception {
		apply(List.of(Info.of(JobAttributes.JOB_SIZE, 3)), environment);

		assertThat(environment).hasSize(3);
	}

	@Test
	void apply_wrongType_isRefused() {
		Info wrong = Info.of(SpawnAttributes.SET_ENVAR.key(), PmixValue.Bool.TRUE);

		assertThatThrownBy(() -> apply(List.of(wrong), environment)).isInstanceOf(PmixException.class)
				.extracting(problem -> ((PmixException) problem).status()).isEqualTo(Status.ERR_TYPE_MISMATCH);
	}

	@Test
	void parse_valueWithEquals_splitsAtTheFirst() {
		assertThat(AppOptions.ENVIRONMENT.parse("option -x", "A=x=y").appliedTo(Map.of())).containsEntry("A", "x=y");
	}

	@Test
	void parse_nameAlone_changesNothing() {
		assertThat(AppOptions.ENVIRONMENT.parse("option -x", "A")).isEqualTo(EnvironmentEdits.NONE);
	}

	@Test
	void appliedTo_environment_isUnchanged() {
		assertThat(EnvironmentEdits.NONE.plusSet("A", "1").appliedTo(environment)).containsEntry("A", "1");
		assertThat(environment).containsEntry("A", "a");
	}

	private static void apply(List<Info> infos, Map<String, String> environment) throws PmixException {
		OptionTable.read(new Infos(infos)).get(AppOptions.ENVIRONMENT).applyTo(environment);
	}

	private static Info edit(Attribute<Envar> how, String name, String value) {
		return Info.of(how, new Envar(name, value, ':'));
	}
}
