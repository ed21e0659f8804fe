// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Options that name the session in which a job runs. All that are given must name the same one. */
public final class SessionOptions {
	/** The names of allocations, with commas between. */
	public static final JobOption<String> TARGET = JobOption
			.of(OptionScope.JOB, "target allocation", OptionType.TEXT, "", "Run the job in the allocation with this name.")
			.withSource(SpawnAttributes.SPAWN_TARGET, value -> Optional.of(names(value)));
	/** The number of the session, unsigned. */
	public static final JobOption<String> ID = JobOption
			.of(OptionScope.JOB, "session", OptionType.TEXT, "", "Run the job in the session with this number.")
			.withValueWords("NUMBER", "--session-id").in(OptionGroup.PLACEMENT)
			.withAttribute(SessionAttributes.SESSION_ID, id -> Optional.of(Integer.toUnsignedString(id)));
	/** The name that the engine has given to an allocation. */
	public static final JobOption<String> ALLOCATION = JobOption
			.of(OptionScope.JOB, "allocation", OptionType.TEXT, "", "Run the job in the allocation with this name.")
			.withValueWords("NAME", "--alloc-id").in(OptionGroup.PLACEMENT).withAttribute(AllocAttributes.ALLOC_ID);
	/** The name that the user has given to the request for an allocation. */
	public static final JobOption<String> REQUEST = JobOption
			.of(OptionScope.JOB, "reference of the allocation", OptionType.TEXT, "",
					"Run the job in the allocation whose request had this name.")
			.withValueWords("NAME", "--alloc-refid").in(OptionGroup.PLACEMENT)
			.withAttribute(AllocAttributes.ALLOC_REQ_ID);
	/** All of them. */
	public static final List<JobOption<String>> NAMES = List.of(TARGET, ID, ALLOCATION, REQUEST);

	private SessionOptions() {
	}

	private static String names(PmixValue value) throws PmixException {
		List<String> names = new ArrayList<>();
		for (PmixValue each : value instanceof DataArray array ? array.elements() : List.of(value)) {
			if (!(each instanceof PmixValue.Str name)) {
				throw new PmixException(Status.ERR_BAD_PARAM, SpawnAttributes.SPAWN_TARGET.name() + " must be a text or an array of texts");
			}
			names.add(name.value());
		}
		return String.join(",", names);
	}
}
