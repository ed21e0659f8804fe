// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.JavaTypeVariable;
import com.tngtech.archunit.core.domain.properties.HasTypeParameters;

/**
 * Writes the API of a bundle as lines: a line for each package with its version, below it one for each type, and below that one, after a
 * tab, for each member that other bundles can use. Stateless.
 */
final class ApiLines {
	/** Members that every object or every enum has. */
	private static final Set<String> ALWAYS = Set.of("equals(Object)", "hashCode()", "toString()", "valueOf(String)", "values()");

	private ApiLines() {
	}

	static List<String> of(BundleManifest bundle, JavaClasses classes) {
		List<String> lines = new ArrayList<>();
		for (Clause exported : bundle.clauses("Export-Package")) {
			if (!Arrows.isInternal(exported.name())) {
				lines.add("package " + exported.name() + " " + exported.attributes().get("version"));
				classes.stream().filter(type -> type.getPackageName().equals(exported.name()) && isApi(type))
						.sorted(Comparator.comparing(JavaClass::getName)).map(ApiLines::describe).forEach(lines::addAll);
			}
		}
		return lines;
	}

	/** Returns the line of a type and those of its members. */
	static List<String> describe(JavaClass type) {
		List<String> lines = new ArrayList<>(
				List.of(type.getName().substring(type.getPackageName().length() + 1) + ": " + declaration(type)));
		members(type).forEach(member -> lines.add("\t" + member));
		return lines;
	}

	private static boolean isApi(JavaClass type) {
		return isVisible(type.getModifiers()) && !Arrows.isInternal(type.getPackageName()) && !type.getSimpleName().equals("package-info")
				&& type.getEnclosingClass().map(ApiLines::isApi).orElse(true);
	}

	private static boolean isVisible(Set<JavaModifier> modifiers) {
		return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
				&& !modifiers.contains(JavaModifier.SYNTHETIC);
	}

	private static String declaration(JavaClass type) {
		String kind = type.isAnnotation() ? "annotation" : type.isInterface() ? "interface" : type.isEnum() ? "enum"
				: type.isRecord() ? "record" : "class";
		boolean ordinary = kind.equals("class");
		String supertypes = type.getInterfaces().stream().map(each -> name(each, type)).sorted().collect(Collectors.joining(", "));
		List<JavaModifier> shown = ordinary ? List.of(JavaModifier.STATIC, JavaModifier.ABSTRACT, JavaModifier.FINAL) : List.of();
		return (isSealed(type) ? "sealed " : "") + words(type.getModifiers(), shown) + kind
				+ parameters(type, type)
				+ (ordinary ? type.getSuperclass().map(each -> " extends " + name(each, type)).filter(text -> !text.endsWith(" Object")).orElse("")
						: "")
				+ (supertypes.isEmpty() ? "" : " is " + supertypes);
	}

	/** Returns whether the class file has the attribute that names the permitted subtypes, which ArchUnit does not read. */
	private static boolean isSealed(JavaClass type) {
		try {
			return new String(Files.readAllBytes(Path.of(type.getSource().orElseThrow().getUri())), StandardCharsets.ISO_8859_1)
					.contains("PermittedSubclasses");
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** Returns the members of a type, with those that it inherits from types that are not API. */
	private static Set<String> members(JavaClass type) {
		Set<String> members = new TreeSet<>();
		Set<JavaClass> seen = new HashSet<>();
		Deque<JavaClass> open = new ArrayDeque<>(List.of(type));
		while (!open.isEmpty()) {
			JavaClass next = open.pop();
			if (seen.add(next)) {
				boolean own = next.equals(type);
				next.getMembers().stream().filter(member -> isUsable(member, type) && (own || !member.getName().equals("<init>")))
						.map(member -> line(member, type)).filter(line -> ALWAYS.stream().noneMatch(line::contains)).forEach(members::add);
				Predicate<JavaClass> hidden = each -> each.getName().startsWith("org.pmix4") && !isApi(each);
				next.getRawSuperclass().filter(hidden).ifPresent(open::push);
				next.getRawInterfaces().stream().filter(hidden).forEach(open::push);
			}
		}
		return members;
	}

	private static boolean isUsable(JavaMember member, JavaClass type) {
		Set<JavaModifier> modifiers = member.getModifiers();
		return isVisible(modifiers) && !modifiers.contains(JavaModifier.BRIDGE)
				&& (modifiers.contains(JavaModifier.PUBLIC) || !type.getModifiers().contains(JavaModifier.FINAL));
	}

	private static String line(JavaMember member, JavaClass type) {
		String modifiers = words(member.getModifiers(),
				List.of(JavaModifier.PROTECTED, JavaModifier.STATIC, JavaModifier.ABSTRACT, JavaModifier.FINAL));
		if (member instanceof JavaField field) {
			return modifiers + field.getName() + ": " + name(field.getType(), type);
		}
		JavaCodeUnit code = (JavaCodeUnit) member;
		String thrown = code.getThrowsClause().getTypes().stream().map(each -> name(each, type)).sorted().collect(Collectors.joining(", "));
		return modifiers + parameters(code, type) + (code.isConstructor() ? "new" : code.getName())
				+ code.getParameterTypes().stream().map(each -> name(each, type)).collect(Collectors.joining(", ", "(", ")"))
				+ (code.isConstructor() ? "" : ": " + name(code.getReturnType(), type)) + (thrown.isEmpty() ? "" : " throws " + thrown);
	}

	private static String words(Set<JavaModifier> modifiers, List<JavaModifier> shown) {
		return shown.stream().filter(modifiers::contains).map(modifier -> modifier.name().toLowerCase(Locale.ROOT) + " ")
				.collect(Collectors.joining());
	}

	private static String parameters(HasTypeParameters<?> owner, JavaClass type) {
		List<? extends JavaTypeVariable<?>> parameters = owner.getTypeParameters();
		return parameters.isEmpty() ? "" : parameters.stream().map(parameter -> parameter.getName() + bounds(parameter, type))
				.collect(Collectors.joining(", ", "<", ">"));
	}

	private static String bounds(JavaTypeVariable<?> parameter, JavaClass type) {
		return Optional.of(parameter.getUpperBounds().stream().map(bound -> name(bound, type)).filter(name -> !name.equals("Object"))
				.collect(Collectors.joining(" & "))).filter(text -> !text.isEmpty()).map(text -> " extends " + text).orElse("");
	}

	/** Returns the name of a type, without the packages that a reader of the line knows. */
	private static String name(JavaType named, JavaClass user) {
		if (named instanceof JavaClass raw && raw.isArray()) {
			return name(raw.getComponentType(), user) + "[]";
		}
		return named.getName().replaceAll("\\bjava\\.lang\\.(?=[A-Z])|" + user.getPackageName().replace(".", "\\.") + "\\.(?=[A-Z])", "");
	}
}
