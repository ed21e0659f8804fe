// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** The type of descriptions of simulated nodes; each use adds to those before. */
final class NodeDescriptionsType extends OptionType<NodeDescriptions> {
	NodeDescriptionsType() {
		super(NodeDescriptions.class, "[COUNT*]NAME[:slots=N][:max-slots=N][:HARDWARE]", Form.TEXT);
	}

	@Override
	@Nullable
	NodeDescriptions read(String text) {
		return text.isBlank() ? null : new NodeDescriptions(List.of(text));
	}

	@Override
	NodeDescriptions join(NodeDescriptions earlier, NodeDescriptions later) {
		return earlier.plus(later);
	}

	@Override
	public List<String> format(NodeDescriptions value) {
		return value.texts();
	}

	@Override
	public boolean isRepeatable() {
		return true;
	}
}
