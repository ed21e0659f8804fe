// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.site;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Endpoint;
import org.pmix4j.model.Geometry;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.StorageAttributes;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.model.internal.text.RegularFile;

/**
 * Reads the description of a site: sections for storage systems, fabrics and, behind its fabric, each device.
 *
 * <pre>
 * # a comment
 * [storage scratch]
 * path = /scratch
 * medium = ssd, nvme
 * capacity-limit = 10T
 *
 * [fabric net]
 * vendor = acme
 * shape = 4, 4
 *
 * [device mlx0]
 * node = node1
 * state = up
 * coordinates = logical 1,2; physical 0,1
 * endpoint = 0a0b0c
 * costs = 0, 1
 * </pre>
 *
 * The words on the left are the names of the attributes without {@code PMIX_STORAGE_}, {@code PMIX_FABRIC_} or
 * {@code PMIX_FABRIC_DEVICE_}, in lower case and with hyphens. Numbers may end with K, M, G, T, P or E for powers of 1024. A device
 * without a node is on every node. Used for one file.
 */
final class SiteFile {
	private static final long LARGEST = 1 << 20;
	private static final Map<String, Attribute<?>> STORAGE = words("PMIX_STORAGE_", StorageAttributes.all(), Set.of());
	private static final Map<String, Attribute<?>> DEVICE = words("PMIX_FABRIC_DEVICE_", FabricAttributes.all(), Set.of("coordinates"));
	private static final Map<String, Attribute<?>> FABRIC = words("PMIX_FABRIC_", FabricAttributes.all(),
			Set.of("cost-matrix", "coordinates", "endpt", "num-devices", "index", "devices", "switch"));

	private final Path file;
	private final List<Site.Storage> storages = new ArrayList<>();
	private final List<Site.Fabric> fabrics = new ArrayList<>();
	private final Set<String> names = new HashSet<>();
	private Optional<Section> section = Optional.empty();
	private int number;

	/** A section that is read. */
	private static final class Section {
		final String kind;
		final String name;
		final List<Info> infos = new ArrayList<>();
		String node = "";
		Optional<Geometry> position = Optional.empty();
		Optional<Endpoint> endpoint = Optional.empty();
		List<Integer> costs = List.of();

		Section(String kind, String name) {
			this.kind = kind;
			this.name = name;
		}
	}

	private SiteFile(Path file) {
		this.file = file;
	}

	private static Map<String, Attribute<?>> words(String prefix, List<Attribute<?>> attributes, Set<String> without) {
		return attributes.stream().filter(attribute -> attribute.name().startsWith(prefix))
				.filter(attribute -> !prefix.equals("PMIX_FABRIC_") || !attribute.name().startsWith("PMIX_FABRIC_DEVICE_"))
				.collect(Collectors.toMap(attribute -> attribute.name().substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '-'),
						attribute -> attribute))
				.entrySet().stream().filter(entry -> !without.contains(entry.getKey()))
				.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	/** @throws IOException if the file cannot be read or has a mistake; the message names the line */
	static Site read(Path file) throws IOException {
		return new SiteFile(file).read();
	}

	private Site read() throws IOException {
		for (String line : lines()) {
			number++;
			String text = line.strip();
			try {
				if (text.startsWith("[") && text.endsWith("]")) {
					end();
					begin(text.substring(1, text.length() - 1).strip().split("\\s+", 2));
				} else if (!text.isEmpty() && !text.startsWith("#")) {
					set(text);
				}
			} catch (IllegalArgumentException e) {
				throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
			}
		}
		try {
			end();
		} catch (IllegalArgumentException e) {
			throw new IOException(file + ": " + e.getMessage(), e);
		}
		return new Site(storages, fabrics);
	}

	private List<String> lines() throws IOException {
		try {
			return RegularFile.text(file, LARGEST).lines().toList();
		} catch (IOException e) {
			throw new IOException("the description of the site " + file + " cannot be read: " + FileFailure.reason(e), e);
		}
	}

	private void begin(String[] words) {
		if (words.length < 2 || !Set.of("storage", "fabric", "device").contains(words[0])) {
			throw new IllegalArgumentException("a section is [storage NAME], [fabric NAME] or [device NAME]");
		}
		Section begun = new Section(words[0], words[1]);
		if (!begun.kind.equals("device") && !names.add(begun.kind + " " + begun.name)) {
			throw new IllegalArgumentException("the " + words[0] + " " + words[1] + " is described twice");
		}
		switch (begun.kind) {
			case "storage" -> begun.infos.add(Info.of(StorageAttributes.STORAGE_ID, begun.name));
			case "fabric" -> begun.infos.add(Info.of(FabricAttributes.FABRIC_IDENTIFIER, begun.name));
			default -> beginDevice(begun);
		}
		section = Optional.of(begun);
	}

	private void beginDevice(Section begun) {
		if (fabrics.isEmpty()) {
			throw new IllegalArgumentException("the device " + begun.name + " has no [fabric NAME] before it");
		}
		begun.infos.add(Info.of(FabricAttributes.FABRIC_DEVICE_NAME, begun.name));
		begun.infos.add(Info.of(FabricAttributes.FABRIC_DEVICE_INDEX, fabrics.getLast().devices().size()));
	}

	private void set(String text) {
		int equals = text.indexOf('=');
		if (equals < 0) {
			throw new IllegalArgumentException("a line is NAME = VALUE");
		}
		Section current = section.orElseThrow(() -> new IllegalArgumentException("the line is in no section"));
		String word = text.substring(0, equals).strip();
		String value = text.substring(equals + 1).strip();
		try {
			if (!current.kind.equals("device") || !setOfDevice(current, word, value)) {
				Map<String, Attribute<?>> known = switch (current.kind) {
					case "storage" -> STORAGE;
					case "fabric" -> FABRIC;
					default -> DEVICE;
				};
				Attribute<?> attribute = known.get(word);
				if (attribute == null) {
					throw new IllegalArgumentException("is not known; a " + current.kind + " has "
							+ String.join(", ", known.keySet().stream().sorted().toList()));
				}
				current.infos.add(SiteValues.read(attribute, value));
			}
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException(word + " " + e.getMessage(), e);
		}
	}

	private boolean setOfDevice(Section device, String word, String value) {
		switch (word) {
			case "node" -> device.node = value;
			case "switch" -> device.infos.add(Info.of(FabricAttributes.FABRIC_SWITCH, value));
			case "coordinates" -> device.position = Optional
					.of(new Geometry(fabrics.size() - 1L, uuid(device), device.name, SiteValues.coordinates(value)));
			case "endpoint" -> device.endpoint = Optional.of(new Endpoint(uuid(device), device.name, ByteObject.wrap(SiteValues.hex(value))));
			case "costs" -> device.costs = SiteValues.costs(value);
			default -> {
				return false;
			}
		}
		return true;
	}

	private String uuid(Section device) {
		return fabrics.getLast().name() + "." + (device.node.isEmpty() ? "" : device.node + ".") + device.name;
	}

	private void end() {
		if (section.isEmpty()) {
			return;
		}
		Section ended = section.get();
		switch (ended.kind) {
			case "storage" -> storages.add(new Site.Storage(ended.name, new Infos(ended.infos)));
			case "fabric" -> fabrics.add(new Site.Fabric(ended.name, new Infos(ended.infos), List.of()));
			default -> endDevice(ended);
		}
		section = Optional.empty();
	}

	private void endDevice(Section ended) {
		Site.Fabric fabric = fabrics.removeLast();
		List<Site.Device> devices = new ArrayList<>(fabric.devices());
		devices.add(new Site.Device(ended.name, ended.node, new Infos(ended.infos), ended.position, ended.endpoint, ended.costs));
		fabrics.add(new Site.Fabric(fabric.name(), fabric.infos(), devices));
	}
}
