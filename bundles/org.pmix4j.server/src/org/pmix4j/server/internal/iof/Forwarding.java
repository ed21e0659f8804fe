// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.server.internal.peer.OutputReader;

/**
 * What of the output of a job goes to the one who spawns it. Immutable.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c, pmix_server_spawn_parser"
 */
public final class Forwarding {
	/** All streams of output. */
	static final IofChannel OUTPUTS = IofChannel.STDOUT.plus(IofChannel.STDERR).plus(IofChannel.STDDIAG);

	private final IofChannel channels;
	private final PullOptions options;
	private final Infos directives;

	private Forwarding(IofChannel channels, PullOptions options, Infos directives) {
		this.channels = channels;
		this.options = options;
		this.directives = directives;
	}

	/**
	 * @param directives of the job
	 * @param reader     who spawns it; a tool gets all output, unless it says otherwise
	 * @return what he gets
	 * @throws PmixException BAD_PARAM if a directive is of a wrong type
	 */
	public static Forwarding of(Infos directives, OutputReader reader) throws PmixException {
		IofChannel channels = IofChannel.NONE;
		Infos told = directives;
		for (Stream stream : Stream.values()) {
			if (directives.contains(stream.attribute) ? directives.isTrue(stream.attribute) : reader.isTool()) {
				channels = channels.plus(stream.channel);
				told = directives.contains(stream.attribute) ? told : told.with(Info.of(stream.attribute, Boolean.TRUE));
			}
		}
		if (reader.isTool() && !directives.contains(IdentityAttributes.REQUESTOR_IS_TOOL)) {
			told = told.with(IdentityAttributes.REQUESTOR_IS_TOOL, true);
		}
		return new Forwarding(channels, PullOptions.ofSpawn(directives, reader), told);
	}

	private enum Stream {
		OUT(IofAttributes.FWD_STDOUT, IofChannel.STDOUT), ERR(IofAttributes.FWD_STDERR, IofChannel.STDERR),
		DIAG(IofAttributes.FWD_STDDIAG, IofChannel.STDDIAG);

		private final Attribute<Boolean> attribute;
		private final IofChannel channel;

		Stream(Attribute<Boolean> attribute, IofChannel channel) {
			this.attribute = attribute;
			this.channel = channel;
		}
	}

	/** @return the streams */
	IofChannel channels() {
		return channels;
	}

	PullOptions options() {
		return options;
	}

	/** @return the directives, with the defaults spelled out for the host: what is forwarded goes nowhere else */
	public Infos directives() {
		return directives;
	}
}
