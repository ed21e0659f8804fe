// SPDX-License-Identifier: EPL-2.0
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes what native-image cannot see by itself: the records of the model, whose components HeldSize reads by reflection. The list is
 * made from the classes, so that no new record can be forgotten. Arguments: the folder of the classes, their libraries, and the file to
 * write.
 */
public class Metadata {
	private static final String PACKAGE = "org.pmix4j.model";

	public static void main(String[] args) throws IOException {
		Path classes = Path.of(args[0]);
		List<URL> places = new ArrayList<>(List.of(classes.toUri().toURL()));
		for (String library : args[1].split(File.pathSeparator)) {
			places.add(Path.of(library).toUri().toURL());
		}
		String records;
		try (Stream<Path> files = Files.walk(classes.resolve(PACKAGE.replace('.', '/')));
				URLClassLoader loader = new URLClassLoader(places.toArray(URL[]::new))) {
			records = files.map(file -> classes.relativize(file).toString())
					.filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
					.map(name -> load(loader, name.substring(0, name.length() - ".class".length()).replace('/', '.')))
					.filter(type -> type.isRecord() && Modifier.isPublic(type.getModifiers())).map(Class::getName).sorted()
					.map(name -> "    { \"type\": \"" + name + "\", \"allPublicMethods\": true }").collect(Collectors.joining(",\n"));
		}
		if (records.isEmpty()) {
			throw new IllegalStateException("there are no records in " + PACKAGE);
		}
		Files.writeString(Path.of(args[2]), "{\n  \"reflection\": [\n" + records + "\n  ]\n}\n");
	}

	private static Class<?> load(ClassLoader loader, String name) {
		try {
			return Class.forName(name, false, loader);
		} catch (ClassNotFoundException e) {
			throw new IllegalStateException(e);
		}
	}
}
