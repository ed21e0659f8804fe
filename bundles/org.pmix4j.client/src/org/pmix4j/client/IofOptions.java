// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.List;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Options of an output handler. Immutable.
 *
 * @param procs    the processes; rank WILDCARD for all of a namespace
 * @param channels the streams, joined; not STDIN
 * @param infos    further directives for the server, such as how to format lines or how much to keep for a slow reader
 * @see "PMIx Standard, PMIx_IOF_pull"
 */
public record IofOptions(List<Proc> procs, IofChannel channels, Infos infos) {
	private static final IofChannel OUTPUTS = IofChannel.STDOUT.plus(IofChannel.STDERR).plus(IofChannel.STDDIAG);

	/** Copies the list. */
	public IofOptions {
		procs = List.copyOf(procs);
	}

	/**
	 * {@return options for all their output}
	 *
	 * @param procs the processes; rank WILDCARD for all of a namespace
	 */
	public static IofOptions of(Proc... procs) {
		return new IofOptions(List.of(procs), OUTPUTS, Infos.EMPTY);
	}

	/**
	 * {@return a copy with these streams}
	 *
	 * @param value the streams, joined
	 */
	public IofOptions withChannels(IofChannel value) {
		return new IofOptions(procs, value, infos);
	}

	/**
	 * {@return a copy with these directives, too}
	 *
	 * @param more directives to add
	 */
	public IofOptions plusInfos(Info... more) {
		return new IofOptions(procs, channels, infos.with(more));
	}
}
