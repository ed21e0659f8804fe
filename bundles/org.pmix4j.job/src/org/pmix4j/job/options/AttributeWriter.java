// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/**
 * Writes the value of an option as attributes of a spawn request that {@link AttributeReader} reads back: those of the Standard if they
 * can express it, else our own, which other servers ignore. Stateless.
 */
final class AttributeWriter {
	private AttributeWriter() {
	}

	/** Returns the attributes of a value; throws IllegalArgumentException if nothing can express it. */
	static <T> List<Info> write(JobOption<T> option, T value) {
		Infos special = option.infos(value);
		if (isRead(option, special, value)) {
			return special.list();
		}
		for (OptionAttribute<T> source : option.sources()) {
			Infos standard = source.writer().apply(value).map(each -> Infos.of(Info.of(source.attribute().key(), each))).orElse(Infos.EMPTY);
			if (isRead(option, standard, value)) {
				return standard.list();
			}
		}
		List<Info> own = new ArrayList<>();
		for (String text : option.type().format(value)) {
			own.add(Info.of(OptionTable.OwnKey.of(option), new PmixValue.Str(text)));
		}
		return own;
	}

	private static <T> boolean isRead(JobOption<T> option, Infos written, T value) {
		try {
			return !written.isEmpty() && AttributeReader.read(option, written).filter(value::equals).isPresent();
		} catch (PmixException unreadable) {
			return false;
		}
	}
}
