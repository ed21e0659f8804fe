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
 * The part of a job's output that is forwarded to its spawner. Immutable.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c, pmix_server_spawn_parser"
 */
public final class Forwarding {
	/** All output streams. */
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
	 * @param directives directives of the job
	 * @param reader     the spawner; a tool receives all output by default
	 * @return the forwarded output
	 * @throws PmixException BAD_PARAM if a directive is of the wrong type
	 */
	public static Forwarding of(Infos directives, OutputReader reader) throws PmixException {
		IofChannel channels = IofChannel.NONE;
		Infos explicit = directives;
		for (Stream stream : Stream.values()) {
			if (directives.contains(stream.attribute) ? directives.isTrue(stream.attribute) : reader.isTool()) {
				channels = channels.plus(stream.channel);
				explicit = directives.contains(stream.attribute) ? explicit : explicit.with(Info.of(stream.attribute, Boolean.TRUE));
			}
		}
		if (reader.isTool() && !directives.contains(IdentityAttributes.REQUESTOR_IS_TOOL)) {
			explicit = explicit.with(IdentityAttributes.REQUESTOR_IS_TOOL, true);
		}
		return new Forwarding(channels, PullOptions.ofSpawn(directives, reader), explicit);
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

	/** @return the forwarded streams */
	IofChannel channels() {
		return channels;
	}

	PullOptions options() {
		return options;
	}

	/** @return directives for the host with explicit defaults, since forwarded output goes nowhere else */
	public Infos directives() {
		return directives;
	}
}
