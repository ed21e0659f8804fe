// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.wire.internal.codec.Unpacker;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.PeerFormat;

/** Formats job data as lines for comparison, without the order of keys and the flags of arrays. */
final class JobDataText {
	private static final String TYPE = " (";

	private final PeerFormat format;
	private final List<String> lines = new ArrayList<>();

	private JobDataText(PeerFormat format) {
		this.format = format;
	}

	/** Returns lines such as {@code pmix.job.size=4 (UINT32)}, {@code pmix.pblob 3: pmix.lrank=1 (UINT16)}. */
	static List<String> lines(KvalBlob data, PeerFormat format) throws PmixException {
		JobDataText told = new JobDataText(format);
		for (Kval kval : data.kvals(format.limits())) {
			told.add(kval);
		}
		return told.lines;
	}

	private void add(Kval kval) throws PmixException {
		switch (kval.value()) {
			case DataArray array when array.elementType().equals(DataType.INFO) -> {
				List<Info> infos = array.infos().list();
				String first = text(infos.get(0).value());
				lines.add(kval.key() + " " + first + " by " + infos.get(0).key());
				for (Info info : infos.subList(1, infos.size())) {
					lines.add(kval.key() + " " + first + ": " + info.key() + "=" + text(info.value()));
				}
			}
			case ByteObject blob -> {
				Unpacker in = new Unpacker(format.encoding(), blob.asBuffer(), format.limits());
				Rank rank = in.get(DataType.PROC_RANK, Rank.class);
				lines.add(kval.key() + " " + rank);
				while (in.hasRemaining()) {
					Kval inner = in.get(DataType.KVAL, Kval.class);
					lines.add(kval.key() + " " + rank + ": " + inner.key() + "=" + text(inner.value()));
				}
			}
			default -> lines.add(kval.key() + "=" + text(kval.value()));
		}
	}

	/** Numbers of different width count as different; see {@link #plain}. */
	private static String text(PmixValue value) {
		String text = switch (value) {
			case PmixValue.Str string -> string.value();
			case PmixValue.UInt32 number -> Integer.toUnsignedString(number.value());
			case PmixValue.UInt16 number -> Integer.toString(Short.toUnsignedInt(number.value()));
			default -> value.toString();
		};
		return text + TYPE + value.type() + ")";
	}

	/** Returns the lines without types. */
	static List<String> plain(List<String> lines) {
		return lines.stream().map(line -> line.replaceAll(Pattern.quote(TYPE) + "[^)]*\\)", "")).toList();
	}
}
