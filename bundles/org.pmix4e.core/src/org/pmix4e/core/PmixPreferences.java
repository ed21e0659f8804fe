// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.util.OptionalInt;

import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.preferences.DefaultScope;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.pmix4j.job.AppSpec;

/** The defaults of all jobs, which users set and the workspace stores under {@link #NODE}. May be used from any thread. */
public final class PmixPreferences {
	/** The preference node; also the name of this bundle. */
	public static final String NODE = "org.pmix4e.core";

	/** Integer: the number of ranks of a new configuration; each launch sets it. */
	public static final String RANKS = "ranks";
	/** Integer: the limit of the kept output of a job in megabytes, 1 to {@value #MAX_OUTPUT_MEGABYTES}. */
	public static final String OUTPUT_MEGABYTES = "outputMegabytes";
	/** Integer: the limit of the file with the whole output of a job in megabytes, 0 to {@value #MAX_LOG_MEGABYTES}; 0 for no file. */
	public static final String LOG_MEGABYTES = "logMegabytes";
	/** Integer: how many seconds pass between TERM and KILL when ranks are ended; 0 for the host's default, 2, and 5 for Java programs. */
	public static final String KILL_TIMEOUT = "killTimeout";
	/**
	 * String: whether jobs whose mapping policy says nothing about it may have more ranks than slots; empty for the host's decision, which
	 * allows it unless slots are stated, {@link #OVERSUBSCRIBE_ALLOW} or {@link #OVERSUBSCRIBE_REFUSE}.
	 */
	public static final String OVERSUBSCRIPTION = "oversubscription";
	/** Value of {@link #OVERSUBSCRIPTION}: always. */
	public static final String OVERSUBSCRIBE_ALLOW = "oversubscribe";
	/** Value of {@link #OVERSUBSCRIPTION}: never. */
	public static final String OVERSUBSCRIBE_REFUSE = "nooversubscribe";
	/** String: the ranks that Debug As debugs if the configuration names none, as {@link RankSet} reads them; empty for all. */
	public static final String DEBUG_RANKS = "debugRanks";
	/** String: the tag before each line of output. */
	public static final String TAG = "tag";

	/** A higher limit could exhaust the memory of the workbench. */
	public static final int MAX_OUTPUT_MEGABYTES = 1024;

	/** A terabyte. */
	public static final int MAX_LOG_MEGABYTES = 1 << 20;

	/** The greatest number of ranks of a job that can be started. */
	public static final int MAX_RANKS = AppSpec.MAX_STARTED;

	private static final int DEFAULT_RANKS = 4;
	private static final int DEFAULT_OUTPUT_MEGABYTES = 10;
	private static final int DEFAULT_LOG_MEGABYTES = 1024;

	private PmixPreferences() {
	}

	/** {@return the number of ranks of a new configuration} */
	public static int ranks() {
		return Math.max(1, Platform.getPreferencesService().getInt(NODE, RANKS, DEFAULT_RANKS, null));
	}

	/**
	 * Stores the number of ranks of a launch, which becomes the default of new configurations.
	 *
	 * @param ranks at least 1
	 */
	public static void rememberRanks(int ranks) {
		InstanceScope.INSTANCE.getNode(NODE).putInt(RANKS, ranks);
	}

	/** {@return the limit of the kept output of a job, in bytes} */
	public static int outputBytes() {
		int megabytes = Platform.getPreferencesService().getInt(NODE, OUTPUT_MEGABYTES, DEFAULT_OUTPUT_MEGABYTES, null);
		return Math.clamp(megabytes, 1, MAX_OUTPUT_MEGABYTES) << 20;
	}

	/** {@return the limit of the file with the whole output of a job, in bytes; 0 for no file} */
	public static long logBytes() {
		int megabytes = Platform.getPreferencesService().getInt(NODE, LOG_MEGABYTES, DEFAULT_LOG_MEGABYTES, null);
		return (long) Math.clamp(megabytes, 0, MAX_LOG_MEGABYTES) << 20;
	}

	/** {@return how many seconds pass between TERM and KILL when ranks are ended; empty for the host's default} */
	public static OptionalInt killTimeout() {
		int seconds = Platform.getPreferencesService().getInt(NODE, KILL_TIMEOUT, 0, null);
		return seconds > 0 ? OptionalInt.of(seconds) : OptionalInt.empty();
	}

	/** {@return what {@link #OVERSUBSCRIPTION} is set to} */
	public static String oversubscription() {
		return Platform.getPreferencesService().getString(NODE, OVERSUBSCRIPTION, "", null);
	}

	/** {@return the ranks to debug if the configuration names none; empty for all} */
	public static String debugRanks() {
		return Platform.getPreferencesService().getString(NODE, DEBUG_RANKS, "", null);
	}

	/** {@return the tag before each line of output, a {@code TAG_} constant of {@link PmixLaunchConstants}} */
	public static String tag() {
		return Platform.getPreferencesService().getString(NODE, TAG, PmixLaunchConstants.TAG_RANK, null);
	}

	/** {@return the preference node of the defaults, filled in, for a preference page} */
	public static IEclipsePreferences defaults() {
		IEclipsePreferences defaults = DefaultScope.INSTANCE.getNode(NODE);
		defaults.putInt(RANKS, DEFAULT_RANKS);
		defaults.putInt(OUTPUT_MEGABYTES, DEFAULT_OUTPUT_MEGABYTES);
		defaults.putInt(LOG_MEGABYTES, DEFAULT_LOG_MEGABYTES);
		defaults.putInt(KILL_TIMEOUT, 0);
		defaults.put(OVERSUBSCRIPTION, "");
		defaults.put(DEBUG_RANKS, "");
		defaults.put(TAG, PmixLaunchConstants.TAG_RANK);
		return defaults;
	}
}
