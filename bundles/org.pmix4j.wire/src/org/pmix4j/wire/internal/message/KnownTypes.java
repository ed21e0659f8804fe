// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.App;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoArray;
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
		if (value instanceof PmixValue.Opaque) {
			return false;
		}
		if (value instanceof DataArray array) {
			return dialect.knows(array.type()) && covers(dialect, array);
		}
		if (value instanceof InfoArray array) {
			return dialect.knows(array.type()) && all(dialect, array.infos().list());
		}
		if (value instanceof PmixValue.Boxed boxed) {
			return covers(dialect, boxed.value());
		}
		if (value instanceof Info info) {
			return covers(dialect, info.value());
		}
		if (value instanceof Kval kval) {
			return covers(dialect, kval.value());
		}
		if (value instanceof PublishedData data) {
			return covers(dialect, data.value());
		}
		if (value instanceof App app) {
			return all(dialect, app.infos().list());
		}
		if (value instanceof Query query) {
			return dialect.knows(query.type()) && all(dialect, query.qualifiers().list());
		}
		return dialect.knows(value.type());
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
