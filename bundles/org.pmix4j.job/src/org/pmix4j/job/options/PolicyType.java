// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.Optional;

import org.pmix4j.job.internal.policy.Binding;
import org.pmix4j.job.internal.policy.CpuRanges;
import org.pmix4j.job.internal.policy.MappingPolicyReader;
import org.pmix4j.job.internal.policy.RankBy;
import org.pmix4j.model.PmixException;

/** The type of texts that must be a policy. Values stay as they were written. Immutable. */
final class PolicyType extends GrammarType {
	/** Mapping policies. Qualifiers that come alone are added to the policy of an earlier use, or to a later one. */
	static final PolicyType MAPPING = new PolicyType(MappingPolicyReader::read, true,
			"a mapping policy (" + MappingPolicyReader.POLICIES + ") with qualifiers (" + MappingPolicyReader.QUALIFIERS + ") behind colons");
	/** Ranking policies. */
	static final PolicyType RANKING = new PolicyType(RankBy::parse, false, "a ranking policy (slot, node, fill, span)");
	/** Binding policies. */
	static final PolicyType BINDING = new PolicyType(Binding::parse, true,
			"a binding policy (none, hwthread, core, l1cache, l2cache, l3cache, numa, package) with qualifiers (" + Binding.QUALIFIERS
					+ ") behind colons");
	/** Numbers of ranks for each piece of hardware. */
	static final PolicyType PATTERN = new PolicyType(text -> text.isEmpty() ? text : MappingPolicyReader.read("ppr:" + text), false,
			"N:OBJECT with one of node, package, numa, l3cache, l2cache, l1cache, core, hwthread");
	/** Lists of processors. */
	static final PolicyType CPUS = new PolicyType(PolicyType::cpus, false, "a list of logical processor numbers such as 0,2,4-7");

	private final Reader reader;
	private final boolean qualified;

	/** Reads a policy, or throws. */
	private interface Reader {
		Object read(String text) throws PmixException;
	}

	private PolicyType(Reader reader, boolean qualified, String wanted) {
		super(wanted);
		this.reader = reader;
		this.qualified = qualified;
	}

	private static String cpus(String text) throws PmixException {
		if (!text.isEmpty()) {
			CpuRanges.check(text, text);
		}
		return text;
	}

	@Override
	void check(String text) throws PmixException {
		reader.read(text);
	}

	@Override
	String join(String earlier, String later) {
		if (!qualified || earlier.isEmpty()) {
			return later;
		}
		return later.startsWith(":") ? earlier + later : earlier.startsWith(":") ? later + earlier : later;
	}

	/** A second policy contradicts the first one, but qualifiers may be added. */
	@Override
	public Optional<String> combine(String earlier, String later) {
		boolean isAddition = qualified && (later.startsWith(":") || earlier.startsWith(":"));
		return isAddition ? Optional.of(join(earlier, later)) : Optional.of(later).filter(earlier::equals);
	}

	@Override
	public boolean isRepeatable() {
		return qualified;
	}
}
