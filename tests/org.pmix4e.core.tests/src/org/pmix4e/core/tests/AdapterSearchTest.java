// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4e.dap.internal.adapter.AdapterSearch;
import org.pmix4e.dap.internal.adapter.DebugAdapter;

/** Tests which debug adapter is found in PATH. The versions are what Debian's releases of GDB print. */
class AdapterSearchTest {
	@TempDir
	Path folder;

	private Path program(String name, String output) throws IOException {
		Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\necho '" + output + "'\n");
		return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
	}

	private List<String> found() {
		return AdapterSearch.find("relative:/nonexistent:" + folder).map(DebugAdapter::name).stream().toList();
	}

	@ParameterizedTest
	@CsvSource({ "GNU gdb (Debian 16.3-1) 16.3,gdb", "GNU gdb (GDB) 14.1,gdb", "GNU gdb (GDB; openSUSE Tumbleweed) 15.2,gdb",
			"GNU gdb (Ubuntu 15.0.50.20240403-0ubuntu1) 15.0.50.20240403-git,gdb", "GNU gdb (Debian 13.1-3) 13.1,", "gdb 99.1,", "," })
	void find_gdb_isAnAdapterSinceRelease14(String version, String expected) throws IOException {
		program("gdb", version == null ? "" : version);
		assertThat(found()).isEqualTo(expected == null ? List.of() : List.of(expected));
	}

	@Test
	void find_oldGdb_leavesTheNewestLldb() throws IOException {
		program("gdb", "GNU gdb (Debian 13.1-3) 13.1");
		program("lldb-vscode-9", "");
		program("lldb-vscode-14", "");
		program("lldb-dap-18.log", "");
		assertThat(found()).containsExactly("lldb-vscode-14");
		program("lldb-dap-19", "");
		assertThat(found()).containsExactly("lldb-dap-19");
		program("lldb-vscode", "");
		assertThat(found()).containsExactly("lldb-vscode");
		program("lldb-dap", "");
		assertThat(found()).containsExactly("lldb-dap");
	}

	@Test
	void find_fileThatIsNotExecutable_isIgnored() throws IOException {
		Files.createFile(folder.resolve("lldb-dap"));
		Files.createDirectory(folder.resolve("gdb"));
		assertThat(found()).isEmpty();
	}

	@Test
	void find_gdb_isStartedAsAdapter() throws IOException {
		Path gdb = program("gdb", "GNU gdb (Debian 16.3-1) 16.3");
		assertThat(AdapterSearch.find(folder.toString()).orElseThrow().command()).containsExactly(gdb.toString(), "--quiet",
				"--interpreter=dap");
	}

	@Test
	void chosen_gdbWithoutOptions_getsThoseOfAnAdapter() throws IOException {
		String gdb = program("gdb-16", "").toString();
		assertThat(AdapterSearch.chosen(List.of(gdb)).orElseThrow().command()).containsExactly(gdb, "--quiet", "--interpreter=dap");
		assertThat(AdapterSearch.chosen(List.of(gdb, "-i=dap")).orElseThrow()).isEqualTo(new DebugAdapter("gdb-16", List.of(gdb, "-i=dap")));
	}

	@Test
	void chosen_lldb_isStartedAsItIs() throws IOException {
		String lldb = program("lldb-dap", "").toString();
		assertThat(AdapterSearch.chosen(List.of(lldb)).orElseThrow().command()).containsExactly(lldb);
	}

	@Test
	void chosen_missingOrRelativeProgram_isRefused() throws IOException {
		assertThat(AdapterSearch.chosen(List.of(folder.resolve("gdb").toString()))).isEmpty();
		assertThat(AdapterSearch.chosen(List.of("gdb"))).isEmpty();
		assertThat(AdapterSearch.chosen(List.of("\0"))).isEmpty();
		assertThat(AdapterSearch.chosen(List.of())).isEmpty();
	}
}
