// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.spawn;

import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.SpawnReader;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.placement.internal.allocation.TextMemory;

/** Reads spawn requests in one step. */
final class Drafts {
	private Drafts() {
	}

	/** Returns the order of a request. */
	static LaunchRequest order(SpawnRequest request, SpawnBase base) throws PmixException {
		SpawnReader reader = SpawnReader.of(request, base);
		return reader.order(PlacementFiles.read(reader.draft(), TextMemory.UNLIMITED));
	}
}
