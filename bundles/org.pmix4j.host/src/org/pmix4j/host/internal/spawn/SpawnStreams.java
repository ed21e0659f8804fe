// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

import org.pmix4j.host.OutputFiles;
import org.pmix4j.host.OutputFiles.Form;
import org.pmix4j.host.StdinSpec;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;

/** Reads where the streams of a spawned job come from and go to. Stateless. */
final class SpawnStreams {
	private SpawnStreams() {
	}

	/** The output that its spawner gets in place of where it would go; none if it gets a copy. */
	static IofChannel forwarded(Infos infos) throws PmixException {
		IofChannel channels = IofChannel.NONE;
		if (!infos.isTrue(IofAttributes.IOF_COPY)) {
			channels = channels.plus(of(infos, IofAttributes.FWD_STDOUT, IofChannel.STDOUT))
					.plus(of(infos, IofAttributes.FWD_STDERR, IofChannel.STDERR));
		}
		return channels;
	}

	private static IofChannel of(Infos infos, Attribute<Boolean> attribute, IofChannel channel) throws PmixException {
		return infos.isTrue(attribute) ? channel : IofChannel.NONE;
	}

	/** Files of its own for the job; those of its parent are not its. */
	static Optional<OutputFiles> files(Infos infos) throws PmixException {
		boolean alone = infos.isTrue(IofAttributes.IOF_FILE_ONLY) || infos.isTrue(IofAttributes.OUTPUT_NOCOPY);
		Optional<String> directory = text(infos, IofAttributes.IOF_OUTPUT_TO_DIRECTORY, IofAttributes.OUTPUT_TO_DIRECTORY);
		if (directory.isPresent()) {
			return Optional.of(new OutputFiles(path(directory.get()), Form.DIRECTORY, alone));
		}
		Optional<String> name = text(infos, IofAttributes.IOF_OUTPUT_TO_FILE, IofAttributes.OUTPUT_TO_FILE);
		Form form = infos.isTrue(IofAttributes.IOF_FILE_PATTERN) ? Form.PATTERN : Form.NAME;
		return name.isEmpty() ? Optional.empty() : Optional.of(new OutputFiles(path(name.get()), form, alone));
	}

	private static Optional<String> text(Infos infos, Attribute<String> name, Attribute<String> oldName) throws PmixException {
		Optional<String> text = infos.get(name);
		return text.isPresent() ? text : infos.get(oldName);
	}

	private static Path path(String text) throws PmixException {
		try {
			return Path.of(text);
		} catch (InvalidPathException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "spawn: no name of a file: " + e.getMessage(), e);
		}
	}

	/** A tool may push input at any time, a process of a job if it has said so. */
	static StdinSpec stdin(Infos infos) throws PmixException {
		boolean pushed = infos.contains(IofAttributes.FWD_STDIN) ? infos.isTrue(IofAttributes.FWD_STDIN)
				: infos.isTrue(IdentityAttributes.REQUESTOR_IS_TOOL);
		Rank target = target(infos);
		return pushed && !target.equals(Rank.INVALID) ? StdinSpec.pushed(target) : StdinSpec.NONE;
	}

	/** The standard has a rank here, the C library a process, and PRRTE a word or the text of a number. */
	private static Rank target(Infos infos) throws PmixException {
		Optional<PmixValue> value = infos.value(IofAttributes.STDIN_TGT.key());
		if (value.isEmpty()) {
			return Rank.of(0);
		}
		Rank rank = switch (value.get()) {
			case Proc proc -> proc.rank();
			case Rank plain -> plain;
			case PmixValue.UInt32 number -> new Rank(number.value());
			case PmixValue.Str text -> named(text.value());
			default -> throw new PmixException(Status.ERR_TYPE_MISMATCH,
					IofAttributes.STDIN_TGT.key() + " must be a process or a rank, not " + value.get().type());
		};
		return rank.isProcess() || rank.equals(Rank.WILDCARD) ? rank : Rank.INVALID;
	}

	private static Rank named(String text) throws PmixException {
		try {
			return switch (text.strip()) {
				case "all" -> Rank.WILDCARD;
				case "none" -> Rank.INVALID;
				default -> Rank.of(Integer.parseUnsignedInt(text.strip()));
			};
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, IofAttributes.STDIN_TGT.key() + " is all, none or a rank, not '" + text + "'", e);
		}
	}
}
