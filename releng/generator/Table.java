// SPDX-License-Identifier: EPL-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A tab-separated table whose first line names the columns. */
record Table(List<Map<String, String>> rows) {
	static Table read(Path file) throws IOException {
		List<String> lines = Files.readAllLines(file);
		String[] names = lines.get(0).split("\t", -1);
		List<Map<String, String>> rows = new ArrayList<>();
		for (String line : lines.subList(1, lines.size())) {
			String[] cells = line.split("\t", -1);
			if (cells.length != names.length) {
				throw new IOException(file + ": " + cells.length + " cells instead of " + names.length + " in: " + line);
			}
			Map<String, String> row = new LinkedHashMap<>();
			for (int i = 0; i < cells.length; i++) {
				row.put(names[i], cells[i].strip());
			}
			rows.add(row);
		}
		return new Table(rows);
	}
}
