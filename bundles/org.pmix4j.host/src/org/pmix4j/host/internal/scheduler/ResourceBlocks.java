// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.scheduler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;

/**
 * Named amounts of resources that allocation requests and spawn requests refer to. Owned by the {@link Scheduler}, changed on the
 * host's thread.
 *
 * @see "OpenPMIx 6, PMIx_Resource_block"
 */
final class ResourceBlocks {
	private static final Set<DeviceType> PROCESSORS = Set.of(DeviceType.CPU, DeviceType.CORE, DeviceType.HWT);
	private static final int MOST_BLOCKS = 1024;
	private static final int MOST_UNITS = 1 << 16;
	private static final int MOST_COUNT = 1 << 16;

	private final Map<String, Map<DeviceType, Long>> blocks = new ConcurrentSkipListMap<>();

	/**
	 * Defines or changes a block.
	 *
	 * @throws PmixException BAD_PARAM if name or units are missing; EXISTS or NOT_FOUND if the name is in use, or is not; NOT_SUPPORTED for
	 *                       other directives, and for devices that are not allocated here
	 */
	void change(ResourceBlockDirective directive, String name, List<ResourceUnit> units) throws PmixException {
		if (name.isBlank()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "resource block: a name is missing");
		}
		if (directive.equals(ResourceBlockDirective.DEFINE)) {
			define(name, units);
		} else if (directive.equals(ResourceBlockDirective.EXTEND)) {
			Map<DeviceType, Long> sum = new LinkedHashMap<>(find(name));
			counted(name, units).forEach((device, count) -> sum.merge(device, count, Long::sum));
			blocks.put(name, sum);
		} else if (directive.equals(ResourceBlockDirective.REMOVE)) {
			remove(name, units);
		} else if (directive.equals(ResourceBlockDirective.DELETE)) {
			find(name);
			blocks.remove(name);
		} else {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "resource block: this host does not support " + directive);
		}
	}

	private void define(String name, List<ResourceUnit> units) throws PmixException {
		if (blocks.containsKey(name)) {
			throw new PmixException(Status.ERR_EXISTS, "resource block: '" + name + "' is defined already");
		}
		if (blocks.size() >= MOST_BLOCKS) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "resource block: " + MOST_BLOCKS + " blocks are defined already");
		}
		blocks.put(name, counted(name, units));
	}

	private void remove(String name, List<ResourceUnit> units) throws PmixException {
		Map<DeviceType, Long> rest = new LinkedHashMap<>(find(name));
		for (Map.Entry<DeviceType, Long> part : counted(name, units).entrySet()) {
			long left = rest.getOrDefault(part.getKey(), 0L) - part.getValue();
			if (left < 0) {
				throw new PmixException(Status.ERR_BAD_PARAM,
						"resource block: '" + name + "' has fewer than " + part.getValue() + " of " + part.getKey());
			}
			rest.put(part.getKey(), left);
		}
		rest.values().removeIf(count -> count == 0);
		blocks.put(name, rest);
	}

	private static Map<DeviceType, Long> counted(String name, List<ResourceUnit> units) throws PmixException {
		if (units.isEmpty() || units.size() > MOST_UNITS) {
			throw new PmixException(Status.ERR_BAD_PARAM, "resource block: '" + name + "' needs 1 to " + MOST_UNITS + " units");
		}
		Map<DeviceType, Long> counted = new LinkedHashMap<>();
		for (ResourceUnit unit : units) {
			DeviceType device = unit.deviceType();
			if (!PROCESSORS.contains(device) && !device.equals(DeviceType.NODE) && !device.equals(DeviceType.MEMORY)) {
				throw new PmixException(Status.ERR_NOT_SUPPORTED,
						"resource block: this host allocates nodes, processors and memory, not " + device);
			}
			if (unit.count() < 1 || unit.count() > MOST_COUNT && !device.equals(DeviceType.MEMORY)) {
				throw new PmixException(Status.ERR_BAD_PARAM, "resource block: the count of " + device + " is "
						+ Long.toUnsignedString(unit.count()));
			}
			counted.merge(device, unit.count(), Long::sum);
		}
		return counted;
	}

	/** Returns the names of the blocks. */
	List<String> names() {
		return List.copyOf(blocks.keySet());
	}

	/** Returns the units of a block. */
	List<ResourceUnit> units(String name) throws PmixException {
		List<ResourceUnit> units = new ArrayList<>();
		find(name).forEach((device, count) -> units.add(new ResourceUnit(device, count)));
		return units;
	}

	private Map<DeviceType, Long> find(String name) throws PmixException {
		return Optional.ofNullable(blocks.get(name))
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "resource block: '" + name + "' is not defined"));
	}

	/** Adds the block that a request names to the resources that it states. */
	ResourceAmount plus(ResourceAmount amount, Infos infos) throws PmixException {
		Optional<String> name = infos.get(AllocAttributes.ALLOC_RES_BLOCK);
		OptionalInt times = AmountReader.number(infos, AllocAttributes.ALLOC_NUM_BLOCKS, MOST_COUNT);
		if (name.isEmpty()) {
			if (times.isPresent()) {
				throw new PmixException(Status.ERR_BAD_PARAM, "allocation: PMIX_ALLOC_NUM_BLOCKS counts no PMIX_ALLOC_RES_BLOCK");
			}
			return amount;
		}
		Map<DeviceType, Long> block = find(name.get());
		long processors = PROCESSORS.stream().mapToLong(device -> block.getOrDefault(device, 0L)).sum();
		return new ResourceAmount(sum(amount.nodes(), block.getOrDefault(DeviceType.NODE, 0L), times.orElse(1)), amount.names(),
				amount.excluded(), sum(amount.slots(), processors, times.orElse(1)), amount.slotsByNode(), amount.processors(),
				amount.memory() + block.getOrDefault(DeviceType.MEMORY, 0L) * times.orElse(1));
	}

	private static OptionalInt sum(OptionalInt stated, long each, int times) {
		return each == 0 ? stated : OptionalInt.of((int) Math.min(Integer.MAX_VALUE, stated.orElse(0) + each * times));
	}
}
