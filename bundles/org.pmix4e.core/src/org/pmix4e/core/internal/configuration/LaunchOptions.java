// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.PmixPreferences;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.PlacementOptions;

/** Reads the options of the host's table from launch configurations, where each of them has its key. Stateless. */
public final class LaunchOptions {
	/** Precedes each qualifier of a policy. */
	private static final String QUALIFIER = ":";

	private LaunchOptions() {
	}

	/**
	 * @param configuration a launch configuration
	 * @return the values of all options that it or a preference gives
	 * @throws CoreException if a value has another type or is not allowed, or contains a variable that is unknown or has no value now
	 */
	public static OptionValues read(ILaunchConfiguration configuration) throws CoreException {
		return read(configuration, true);
	}

	/** Returns the values as {@link #read(ILaunchConfiguration)} does, but without those that depend on a prompt. */
	static OptionValues known(ILaunchConfiguration configuration) throws CoreException {
		return read(configuration, false);
	}

	private static OptionValues read(ILaunchConfiguration configuration, boolean mayAsk) throws CoreException {
		OptionValues values = OptionValues.DEFAULTS;
		for (JobOption<?> option : OptionTable.all()) {
			try {
				values = values.plus(read(configuration, option, mayAsk));
			} catch (IllegalArgumentException e) {
				throw new CoreException(Status.error(sentence(e.getMessage()), e));
			}
		}
		return values;
	}

	/**
	 * @param configuration a launch configuration
	 * @param option        an option
	 * @param mayAsk        whether the user may be asked for the values of variables; if not, values with such variables are left out
	 * @return its value alone; nothing if neither the configuration nor a preference gives one
	 * @throws CoreException            if it has another type, or contains a variable that is unknown or has no value now
	 * @throws IllegalArgumentException if it is not allowed; the message says what is
	 */
	public static <T> OptionValues read(ILaunchConfiguration configuration, JobOption<T> option, boolean mayAsk) throws CoreException {
		Optional<String> key = option.key();
		String text = key.isPresent() ? text(configuration, option, key.get(), mayAsk) : "";
		return text.isEmpty() ? OptionValues.DEFAULTS
				: OptionValues.DEFAULTS.with(option, option.parse(OptionSource.CONFIGURATION.name(option), text));
	}

	private static String text(ILaunchConfiguration configuration, JobOption<?> option, String key, boolean mayAsk) throws CoreException {
		if (!configuration.hasAttribute(key)) {
			return preference(option);
		}
		String text = given(configuration, option, key, mayAsk);
		return option == PlacementOptions.MAP_BY ? qualified(text) : text;
	}

	private static String given(ILaunchConfiguration configuration, JobOption<?> option, String key, boolean mayAsk) throws CoreException {
		return switch (option.type().form()) {
			case FLAG -> Boolean.toString(configuration.getAttribute(key, false));
			case NUMBER -> Integer.toString(configuration.getAttribute(key, 0));
			case TEXT -> mayAsk ? Attributes.text(configuration, key, "") : Attributes.known(configuration, key);
		};
	}

	private static String preference(JobOption<?> option) {
		if (option == AppOptions.RANKS) {
			return Integer.toString(PmixPreferences.ranks());
		}
		if (option == JobOptions.KILL_TIMEOUT) {
			OptionalInt seconds = PmixPreferences.killTimeout();
			return seconds.isPresent() ? Integer.toString(seconds.getAsInt()) : "";
		}
		if (option == PlacementOptions.MAP_BY) {
			return qualified("");
		}
		return option == OutputOptions.TAG ? PmixPreferences.tag() : "";
	}

	/** Adds what the preference says about oversubscription to a mapping policy that says nothing about it. */
	private static String qualified(String policy) {
		String preferred = PmixPreferences.oversubscription();
		boolean saysIt = policy.toLowerCase(Locale.ROOT).contains(PmixPreferences.OVERSUBSCRIBE_ALLOW);
		return preferred.isEmpty() || saysIt ? policy : policy + QUALIFIER + preferred;
	}

	/**
	 * @param policy a mapping policy; empty for the default
	 * @return the policy that allows more ranks than slots
	 */
	public static String oversubscribing(String policy) {
		String rest = Stream.of(policy.split(QUALIFIER, -1)).filter(word -> !word.toLowerCase(Locale.ROOT).endsWith(
				PmixPreferences.OVERSUBSCRIBE_ALLOW)).collect(Collectors.joining(QUALIFIER));
		return rest + QUALIFIER + PmixPreferences.OVERSUBSCRIBE_ALLOW;
	}

	/**
	 * @param complaint what is wrong, without a capital and a full stop
	 * @return a sentence for the user
	 */
	public static String sentence(String complaint) {
		return Character.toUpperCase(complaint.charAt(0)) + complaint.substring(1) + ".";
	}
}
