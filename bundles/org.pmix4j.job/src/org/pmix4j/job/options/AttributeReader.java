// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.Optional;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;

/** Reads the value of an option from the attributes of a spawn request. Stateless. */
final class AttributeReader {
	private AttributeReader() {
	}

	/**
	 * Reads the value of an option. A repeatable option takes all of its attributes in their order, others the first value of the
	 * attribute that counts most. The result is empty if no attribute gives a value.
	 *
	 * @throws PmixException if a value is of another type or not allowed; the message names the attribute
	 */
	static <T> Optional<T> read(JobOption<T> option, Infos infos) throws PmixException {
		Optional<T> value = Optional.empty();
		if (option.type().isRepeatable()) {
			for (Info info : infos) {
				Optional<T> next = read(option, info);
				Optional<T> before = value;
				value = before.isPresent() && next.isPresent() ? next.map(later -> option.type().join(before.get(), later))
						: before.or(() -> next);
			}
			return value;
		}
		for (OptionAttribute<T> source : option.sources()) {
			Optional<PmixValue> given = infos.value(source.attribute().key());
			if (given.isPresent()) {
				Optional<T> lesser = checked(option, source, given.get());
				value = value.or(() -> lesser);
			}
		}
		Optional<PmixValue> own = value.isPresent() ? Optional.empty() : infos.value(OptionTable.OwnKey.of(option));
		return own.isPresent() ? Optional.of(own(option, own.get())) : value;
	}

	private static <T> Optional<T> read(JobOption<T> option, Info info) throws PmixException {
		for (OptionAttribute<T> source : option.sources()) {
			if (source.attribute().key().equals(info.key())) {
				return checked(option, source, info.value());
			}
		}
		return info.key().equals(OptionTable.OwnKey.of(option)) ? Optional.of(own(option, info.value())) : Optional.empty();
	}

	private static <T> T own(JobOption<T> option, PmixValue value) throws PmixException {
		String given = value instanceof PmixValue.Str text ? text.value() : String.valueOf(value);
		return option.type().parse(given).orElseThrow(() -> option.refused("attribute " + OptionTable.OwnKey.of(option), given));
	}

	private static <T> Optional<T> checked(JobOption<T> option, OptionAttribute<T> source, PmixValue given) throws PmixException {
		Optional<T> value = source.read(given);
		if (value.isPresent() && !option.type().allows(value.get())) {
			throw option.refused("attribute " + source.attribute().name(), String.join(" ", option.type().format(value.get())));
		}
		return value;
	}
}
