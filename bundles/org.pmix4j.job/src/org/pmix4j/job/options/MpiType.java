// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** The type of {@link MpiLibrary}, which explains the words of srun that it does not know. Stateless. */
final class MpiType extends OptionType<MpiLibrary> {
	MpiType() {
		super(MpiLibrary.class, "auto, pmix, pmi1, pmi2 or none", Form.TEXT);
	}

	@Override
	@Nullable
	MpiLibrary read(String text) {
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "auto" -> MpiLibrary.AUTO;
			case "pmix" -> MpiLibrary.PMIX;
			case "pmi1" -> MpiLibrary.PMI1;
			case "pmi2" -> MpiLibrary.PMI2;
			case "none" -> MpiLibrary.NONE;
			default -> null;
		};
	}

	@Override
	public List<String> format(MpiLibrary value) {
		return List.of(value.name().toLowerCase(Locale.ROOT));
	}

	@Override
	Optional<String> refusal(String text) {
		String word = text.toLowerCase(Locale.ROOT);
		return word.startsWith("pmix_") ? Optional.of(word + " is not supported, as the releases of PMIx are told apart by themselves: use pmix")
				: Optional.empty();
	}
}
