// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.site;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.StorageAttributes;
import org.pmix4j.model.bytes.BytePaths;

/**
 * Answers queries about storage systems. Capacity and use that the description leaves open are those of the file system under the path.
 * Stateless; reads the file system.
 *
 * @see "PMIx Standard, chapter Storage Support Definitions"
 */
final class StorageAnswers {
	/** Begins the keys of storage systems. */
	private static final String PREFIX = "pmix.strg.";

	private StorageAnswers() {
	}

	static boolean isOne(String key) {
		return key.startsWith(PREFIX);
	}

	/**
	 * Answers a query.
	 *
	 * @param qualifiers name the storage system by its id or path; they may leave it open if there is only one
	 * @return the answer; empty if it is not known
	 * @throws PmixException NOT_FOUND if there is no such storage system, BAD_PARAM if several are meant
	 */
	static Optional<Info> answer(List<Site.Storage> storages, String key, Infos qualifiers) throws PmixException {
		if (storages.isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, "no storage is described; the option --site names a description");
		}
		if (key.equals(StorageAttributes.QUERY_STORAGE_LIST.key())) {
			return Optional.of(Info.of(StorageAttributes.QUERY_STORAGE_LIST,
					storages.stream().map(Site.Storage::id).collect(Collectors.joining(","))));
		}
		Infos infos = find(storages, qualifiers).infos();
		Optional<Info> known = infos.stream().filter(info -> info.key().equals(key)).findFirst();
		return known.isPresent() ? known : measured(key, infos);
	}

	private static Site.Storage find(List<Site.Storage> storages, Infos qualifiers) throws PmixException {
		Optional<String> id = qualifiers.get(StorageAttributes.STORAGE_ID);
		Optional<String> path = qualifiers.get(StorageAttributes.STORAGE_PATH);
		if (id.isEmpty() && path.isEmpty() && storages.size() > 1) {
			throw new PmixException(Status.ERR_BAD_PARAM, "a query for storage must name one by " + StorageAttributes.STORAGE_ID);
		}
		for (Site.Storage storage : storages) {
			if (id.map(storage.id()::equals).orElse(true)
					&& (path.isEmpty() || path.equals(storage.infos().get(StorageAttributes.STORAGE_PATH)))) {
				return storage;
			}
		}
		throw new PmixException(Status.ERR_NOT_FOUND, "there is no storage " + id.or(() -> path).orElse(""));
	}

	private static Optional<Info> measured(String key, Infos infos) throws PmixException {
		boolean limit = key.equals(StorageAttributes.STORAGE_CAPACITY_LIMIT.key());
		Optional<String> path = infos.get(StorageAttributes.STORAGE_PATH);
		if (path.isEmpty() || !limit && !key.equals(StorageAttributes.STORAGE_CAPACITY_USED.key())) {
			return Optional.empty();
		}
		try {
			FileStore store = Files.getFileStore(BytePaths.of(path.get()));
			return Optional.of(limit ? Info.of(StorageAttributes.STORAGE_CAPACITY_LIMIT, store.getTotalSpace())
					: Info.of(StorageAttributes.STORAGE_CAPACITY_USED, (double) (store.getTotalSpace() - store.getUnallocatedSpace())));
		} catch (IOException | InvalidPathException e) {
			throw new PmixException(Status.ERR_NOT_FOUND, "the storage under " + path.get() + " cannot be examined: " + e.getMessage(), e);
		}
	}
}
