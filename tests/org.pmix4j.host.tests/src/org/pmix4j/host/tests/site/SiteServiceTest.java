// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.internal.site.SiteService;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Coord;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Endpoint;
import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.Geometry;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.LinkState;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.StorageAccessType;
import org.pmix4j.model.StorageAccessibility;
import org.pmix4j.model.StorageMedium;
import org.pmix4j.model.StoragePersistence;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.StorageAttributes;

/** The description of a site: its form, its mistakes, and the answers to queries and registrations. */
class SiteServiceTest {
	private static final String SITE = """
			# a cluster
			[storage scratch]
			path = /
			type = lustre
			medium = ssd, NVME
			access-type = rdwr
			object-limit = 2M
			bw-max = 1.5e9

			[storage home]
			path = /home
			capacity-limit = 10T

			[fabric net]
			vendor = acme
			plane = red
			dims = 2
			shape = 4, 2
			shape-string = 4x2

			[device mlx0]
			node = here
			state = up
			mtu = 4096
			switch = leaf1
			coordinates = logical 1,2; physical 0,7
			endpoint = 0a0bff
			costs = 0, 3

			[device mlx0]
			node = there
			costs = 3, 0

			[fabric second]
			plane = blue
			""";

	@TempDir
	private Path folder;

	private SiteService service(String text) throws IOException {
		return SiteService.of(Files.writeString(folder.resolve("site"), text), "here");
	}

	private static <T> Optional<T> ask(SiteService service, Attribute<T> attribute, Infos qualifiers) throws PmixException {
		Optional<Info> answer = service.answer(attribute.key(), qualifiers);
		return answer.isPresent() ? Infos.of(answer.get()).get(attribute) : Optional.empty();
	}

	private static void assertNotFound(SiteService service, Attribute<?> attribute, Infos qualifiers, Status status) {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> service.answer(attribute.key(), qualifiers))
				.matches(e -> e.status().equals(status), "status " + status);
	}

	@Test
	void answer_storage_givesDescribedValues() throws Exception {
		SiteService service = service(SITE);
		Infos scratch = Infos.EMPTY.with(StorageAttributes.STORAGE_ID, "scratch");

		assertThat(ask(service, StorageAttributes.QUERY_STORAGE_LIST, Infos.EMPTY)).contains("scratch,home");
		assertThat(ask(service, StorageAttributes.STORAGE_TYPE, scratch)).contains("lustre");
		assertThat(ask(service, StorageAttributes.STORAGE_MEDIUM, scratch)).contains(StorageMedium.SSD.plus(StorageMedium.NVME));
		assertThat(ask(service, StorageAttributes.STORAGE_ACCESS_TYPE, scratch)).contains(StorageAccessType.of(3));
		assertThat(ask(service, StorageAttributes.STORAGE_OBJECT_LIMIT, scratch)).contains(2L << 20);
		assertThat(ask(service, StorageAttributes.STORAGE_BW_MAX, scratch)).contains(1.5e9);
		assertThat(ask(service, StorageAttributes.STORAGE_ID, Infos.EMPTY.with(StorageAttributes.STORAGE_PATH, "/home"))).contains("home");
		assertThat(ask(service, StorageAttributes.STORAGE_VERSION, scratch)).isEmpty();
	}

	static Stream<Arguments> described() {
		return Stream.of(
				arguments("storage", StorageAttributes.STORAGE_ACCESSIBILITY, "node", StorageAccessibility.NODE),
				arguments("storage", StorageAttributes.STORAGE_BW_CUR, "1e9", 1e9),
				arguments("storage", StorageAttributes.STORAGE_IOPS_CUR, "50", 50.0),
				arguments("storage", StorageAttributes.STORAGE_IOPS_MAX, "1e6", 1e6),
				arguments("storage", StorageAttributes.STORAGE_MINIMAL_XFER_SIZE, "512", 512.0),
				arguments("storage", StorageAttributes.STORAGE_OBJECTS_USED, "7", 7L),
				arguments("storage", StorageAttributes.STORAGE_PERSISTENCE, "job", StoragePersistence.JOB),
				arguments("storage", StorageAttributes.STORAGE_SUGGESTED_XFER_SIZE, "4096", 4096.0),
				arguments("fabric", FabricAttributes.FABRIC_GROUPS, "0:1;2:3", "0:1;2:3"),
				arguments("device", FabricAttributes.FABRIC_DEVICE_VENDORID, "0x15b3", "0x15b3"),
				arguments("device", FabricAttributes.FABRIC_DEVICE_VENDOR, "acme", "acme"),
				arguments("device", FabricAttributes.FABRIC_DEVICE_BUS_TYPE, "PCI", "PCI"),
				arguments("device", FabricAttributes.FABRIC_DEVICE_DRIVER, "mlx5", "mlx5"),
				arguments("device", FabricAttributes.FABRIC_DEVICE_FIRMWARE, "20.1", "20.1"),
				arguments("device", FabricAttributes.FABRIC_DEVICE_ADDRESS, "00:11", "00:11"),
				arguments("device", FabricAttributes.FABRIC_DEVICE_SPEED, "100G", 100L << 30),
				arguments("device", FabricAttributes.FABRIC_DEVICE_TYPE, "IB", "IB"),
				arguments("device", FabricAttributes.FABRIC_DEVICE_PCI_DEVID, "0000:01", "0000:01"));
	}

	@ParameterizedTest
	@MethodSource("described")
	<T> void answer_describedValue_isGivenInItsType(String section, Attribute<T> attribute, String text, T value) throws Exception {
		String prefix = section.equals("device") ? "PMIX_FABRIC_DEVICE_" : "PMIX_" + section.toUpperCase(Locale.ROOT) + "_";
		String word = attribute.name().substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '-');
		String begin = section.equals("device") ? "[fabric f]\n[device d]\nnode = here\n" : "[" + section + " x]\n";

		Infos qualifiers = section.equals("device") ? Infos.EMPTY.with(FabricAttributes.FABRIC_DEVICE_NAME, "d") : Infos.EMPTY;

		assertThat(ask(service(begin + word + " = " + text), attribute, qualifiers)).contains(value);
	}

	@Test
	void answer_capacity_isThatOfTheFileSystemUnlessDescribed() throws Exception {
		SiteService service = service(SITE);
		Infos scratch = Infos.EMPTY.with(StorageAttributes.STORAGE_ID, "scratch");

		assertThat(ask(service, StorageAttributes.STORAGE_CAPACITY_LIMIT, scratch)).contains(Files.getFileStore(Path.of("/")).getTotalSpace());
		assertThat(ask(service, StorageAttributes.STORAGE_CAPACITY_USED, scratch).orElseThrow()).isPositive();
		assertThat(ask(service, StorageAttributes.STORAGE_CAPACITY_LIMIT, Infos.EMPTY.with(StorageAttributes.STORAGE_ID, "home")))
				.contains(10L << 40);
	}

	@Test
	void answer_unknownStorage_isNotFound() throws Exception {
		assertNotFound(service(SITE), StorageAttributes.STORAGE_PATH, Infos.EMPTY.with(StorageAttributes.STORAGE_ID, "tape"),
				Status.ERR_NOT_FOUND);
		assertNotFound(service(SITE), StorageAttributes.STORAGE_PATH, Infos.EMPTY, Status.ERR_BAD_PARAM);
		assertNotFound(service(""), StorageAttributes.QUERY_STORAGE_LIST, Infos.EMPTY, Status.ERR_NOT_FOUND);
		assertNotFound(service(""), FabricAttributes.FABRIC_VENDOR, Infos.EMPTY, Status.ERR_NOT_FOUND);
	}

	@Test
	void fabric_register_describesFabricWithCostMatrix() throws Exception {
		Infos infos = service(SITE).fabric(FabricOperation.REQUEST_INFO, Infos.EMPTY);

		assertThat(infos.get(FabricAttributes.FABRIC_IDENTIFIER)).contains("net");
		assertThat(infos.get(FabricAttributes.FABRIC_VENDOR)).contains("acme");
		assertThat(infos.get(FabricAttributes.FABRIC_DIMS)).contains(2);
		assertThat(infos.get(FabricAttributes.FABRIC_SHAPE_STRING)).contains("4x2");
		assertThat(infos.get(FabricAttributes.FABRIC_SHAPE).orElseThrow().elements()).containsExactly(new PmixValue.UInt32(4),
				new PmixValue.UInt32(2));
		assertThat(infos.get(FabricAttributes.FABRIC_INDEX)).contains(0L);
		assertThat(infos.get(FabricAttributes.FABRIC_NUM_DEVICES)).contains(2L);
		assertThat(((DataArray) infos.get(FabricAttributes.FABRIC_COST_MATRIX).orElseThrow()).elements()).hasSize(4)
				.element(1).isEqualTo(new PmixValue.UInt16((short) 3));
	}

	@ParameterizedTest
	@CsvSource({ "pmix.fab.plane,blue,second", "pmix.fab.id,second,second", "pmix.fab.vndr,acme,net" })
	void fabric_directives_selectTheFabric(String key, String value, String name) throws Exception {
		Infos infos = service(SITE).fabric(FabricOperation.REQUEST_INFO, Infos.of(Info.of(key, new PmixValue.Str(value))));

		assertThat(infos.get(FabricAttributes.FABRIC_IDENTIFIER)).contains(name);
	}

	@Test
	void fabric_update_readsTheFileAgain() throws Exception {
		SiteService service = service(SITE);
		Files.writeString(folder.resolve("site"), SITE.replace("acme", "other"));
		Infos first = Infos.EMPTY.with(FabricAttributes.FABRIC_INDEX, 0L);

		assertThat(service.fabric(FabricOperation.REQUEST_INFO, first).get(FabricAttributes.FABRIC_VENDOR)).contains("acme");
		assertThat(service.fabric(FabricOperation.UPDATE_INFO, first).get(FabricAttributes.FABRIC_VENDOR)).contains("other");
		Files.delete(folder.resolve("site"));
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> service.fabric(FabricOperation.UPDATE_INFO, first))
				.matches(e -> e.status().equals(Status.ERR_NOT_AVAILABLE));
	}

	@Test
	void answer_devices_areThoseOfTheNode() throws Exception {
		SiteService service = service(SITE);
		Geometry position = new Geometry(0, "net.here.mlx0", "mlx0", List.of(new Coord(1, List.of(1, 2)), new Coord(2, List.of(0, 7))));
		Infos device = Infos.EMPTY.with(FabricAttributes.FABRIC_DEVICE_NAME, "mlx0");

		assertThat(ask(service, FabricAttributes.FABRIC_DEVICES, Infos.EMPTY).orElseThrow().infos().size()).isEqualTo(1);
		assertThat(ask(service, FabricAttributes.FABRIC_COORDINATES, Infos.EMPTY).orElseThrow().elements()).containsExactly(position);
		assertThat(ask(service, FabricAttributes.FABRIC_ENDPT, Infos.EMPTY).orElseThrow().elements())
				.containsExactly(new Endpoint("net.here.mlx0", "mlx0", ByteObject.wrap(new byte[] { 10, 11, -1 })));
		assertThat(ask(service, FabricAttributes.FABRIC_DEVICE_MTU, device)).contains(4096L);
		assertThat(ask(service, FabricAttributes.FABRIC_DEVICE_STATE, device)).contains(LinkState.UP);
		assertThat(ask(service, FabricAttributes.FABRIC_SWITCH, device)).contains("leaf1");
		assertThat(ask(service, FabricAttributes.FABRIC_DEVICE_COORDINATES, device)).contains(position);
		assertThat(ask(service, FabricAttributes.FABRIC_DEVICE_INDEX, device.with(NodeAttributes.HOSTNAME, "there"))).contains(1);
		assertNotFound(service, FabricAttributes.FABRIC_DEVICE, Infos.EMPTY.with(FabricAttributes.FABRIC_DEVICE_INDEX, 9),
				Status.ERR_NOT_FOUND);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "[storage a]\\nspeed = 1 | line 2: speed is not known; a storage has access-type",
			"path = /x | line 1: the line is in no section", "[disk a] | line 1: a section is [storage NAME]",
			"[storage] | line 1: a section is", "[storage a]\\n[storage a] | line 2: the storage a is described twice",
			"[device d] | line 1: the device d has no [fabric NAME]", "[storage a]\\nmedium = paper | line 2: medium must be of unknown, tape",
			"[storage a]\\ncapacity-limit = much | line 2: capacity-limit must be a number", "[storage a]\\npath | line 2: a line is NAME = VALUE",
			"[fabric f]\\n[device d]\\nstate = odd | line 3: state must be up, down or unknown, not 'odd'",
			"[fabric f]\\n[device d]\\ncoordinates = 1,2 | line 3: coordinates must begin with logical or physical",
			"[fabric f]\\n[device d]\\nendpoint = xyz | line 3: endpoint must be an even number" })
	void of_mistake_isReportedWithItsLine(String text, String message) {
		assertThatIOException().isThrownBy(() -> service(text.replace("\\n", "\n"))).withMessageContaining(message);
	}

	@Test
	void of_missingFile_isReported() {
		assertThatIOException().isThrownBy(() -> SiteService.of(folder.resolve("none"), "here")).withMessageContaining("none");
	}
}
