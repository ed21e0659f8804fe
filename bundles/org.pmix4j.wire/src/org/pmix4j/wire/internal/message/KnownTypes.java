// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.App;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.wire.internal.codec.Dialect;

/** Checks whether a peer knows the types of a value and of all nested values. Stateless. */
final class KnownTypes {
	private KnownTypes() {
	}

	static boolean covers(Dialect dialect, PmixValue value) {
		return switch (value) {
			case PmixValue.Opaque opaque -> false;
			case DataArray array -> dialect.knows(array.type()) && covers(dialect, array);
			case PmixValue.InfoArray array -> dialect.knows(array.type()) && all(dialect, array.infos().list());
			case PmixValue.Boxed boxed -> covers(dialect, boxed.value());
			case Info info -> covers(dialect, info.value());
			case Kval kval -> covers(dialect, kval.value());
			case PublishedData data -> covers(dialect, data.value());
			case App app -> all(dialect, app.infos().list());
			case Query query -> dialect.knows(query.type()) && all(dialect, query.qualifiers().list());
			default -> dialect.knows(value.type());
		};
	}

	/** Accepts an empty array of any type, since its element type is never used. */
	private static boolean covers(Dialect dialect, DataArray array) {
		return array.elements().isEmpty() || dialect.knows(array.elementType()) && all(dialect, array.elements());
	}

	private static boolean all(Dialect dialect, List<? extends PmixValue> values) {
		for (PmixValue value : values) {
			if (!covers(dialect, value)) {
				return false;
			}
		}
		return true;
	}
}
