// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Finds the objects that an object refers to, through fields of this project's classes, collections, maps, arrays, and optionals, but not
 * through an event loop, unless that is the object.
 */
final class Reachable {
	private static final String PROJECT = "org.pmix4j.";

	private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
	private final Deque<Object> open = new ArrayDeque<>();

	private Reachable(Object root) {
		add(root);
		while (!open.isEmpty()) {
			Object next = open.remove();
			if (next == root || !(next instanceof EventLoop)) {
				follow(next);
			}
		}
	}

	/** Returns all reachable objects of a class. */
	static <T> List<T> instances(Object root, Class<T> wanted) {
		return new Reachable(root).seen.stream().filter(wanted::isInstance).map(wanted::cast).toList();
	}

	/** Returns the names of the classes of all reachable objects of this project, in no order. */
	static List<String> classNames(Object root) {
		return new Reachable(root).seen.stream().map(object -> object.getClass().getName()).filter(name -> name.startsWith(PROJECT)).distinct()
				.toList();
	}

	private void add(Object found) {
		if (seen.add(found)) {
			open.add(found);
		}
	}

	private void follow(Object object) {
		switch (object) {
			case Collection<?> collection -> new ArrayList<>(collection).forEach(this::addIfPresent);
			case Map<?, ?> map -> map.forEach((key, value) -> {
				addIfPresent(key);
				addIfPresent(value);
			});
			case Optional<?> optional -> optional.ifPresent(this::add);
			case Object[] array -> {
				for (int i = 0; i < array.length; i++) {
					addIfPresent(Array.get(array, i));
				}
			}
			default -> followFields(object);
		}
	}

	private void addIfPresent(@Nullable Object value) {
		if (value != null) {
			add(value);
		}
	}

	private void followFields(Object object) {
		for (Class<?> type = object.getClass(); type != null && type.getName().startsWith(PROJECT); type = type.getSuperclass()) {
			for (Field field : type.getDeclaredFields()) {
				if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
					followField(field, object);
				}
			}
		}
	}

	private void followField(Field field, Object object) {
		try {
			field.setAccessible(true);
			addIfPresent(field.get(object));
		} catch (IllegalAccessException e) {
			throw new IllegalStateException(e);
		}
	}
}
