// SPDX-License-Identifier: EPL-2.0
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compiles the comparison of records. That of javac is a call of {@link java.lang.runtime.ObjectMethods}, which makes it of method handles
 * at run time: native-image can only interpret them, and keeps several objects for each component. Methods with the same results take their
 * place. Argument: the folder of the classes.
 */
public class Records {
	private static final String EQUALS = "equals";
	private static final MethodTypeDesc TYPE = MethodTypeDesc.of(CD_boolean, CD_Object);
	private static final ClassDesc BOOTSTRAP = ClassDesc.of("java.lang.runtime.ObjectMethods");
	private static final int THIS = 0;
	private static final int OTHER = 1;
	private static final int CAST = 2;

	public static void main(String[] args) throws IOException {
		List<Path> classes;
		try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
			classes = files.filter(file -> file.toString().endsWith(".class")).toList();
		}
		int compiled = 0;
		for (Path file : classes) {
			ClassModel type = ClassFile.of().parse(file);
			if (type.methods().stream().anyMatch(Records::isMadeAtRunTime)) {
				Files.write(file, compiled(type));
				compiled++;
			}
		}
		if (compiled == 0) {
			throw new IllegalStateException("there are no records in " + args[0]);
		}
	}

	private static boolean isMadeAtRunTime(MethodModel method) {
		return method.methodName().equalsString(EQUALS) && method.methodTypeSymbol().equals(TYPE)
				&& method.code().stream().flatMap(code -> code.elementStream()).anyMatch(Records::callsBootstrap);
	}

	private static boolean callsBootstrap(CodeElement element) {
		return element instanceof InvokeDynamicInstruction call && call.bootstrapMethod().owner().equals(BOOTSTRAP);
	}

	private static byte[] compiled(ClassModel type) {
		RecordAttribute components = type.findAttribute(Attributes.record()).orElseThrow();
		return ClassFile.of().transformClass(type, (builder, element) -> {
			if (element instanceof MethodModel method && isMadeAtRunTime(method)) {
				builder.withMethodBody(EQUALS, TYPE, method.flags().flagsMask(),
						code -> compare(code, type.thisClass().asSymbol(), components.components()));
			} else {
				builder.with(element);
			}
		});
	}

	private static void compare(CodeBuilder code, ClassDesc type, List<RecordComponentInfo> components) {
		Label different = code.newLabel();
		Label another = code.newLabel();
		code.aload(THIS).aload(OTHER).if_acmpne(another).iconst_1().ireturn();
		code.labelBinding(another).aload(OTHER).instanceOf(type).ifeq(different);
		code.aload(OTHER).checkcast(type).astore(CAST);
		for (RecordComponentInfo component : components) {
			String name = component.name().stringValue();
			ClassDesc kind = component.descriptorSymbol();
			code.aload(THIS).getfield(type, name, kind).aload(CAST).getfield(type, name, kind);
			switch (TypeKind.from(kind)) {
				case REFERENCE -> code.invokestatic(ClassDesc.of("java.util.Objects"), EQUALS, MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object))
						.ifeq(different);
				case LONG -> code.lcmp().ifne(different);
				case FLOAT -> code.invokestatic(ClassDesc.of("java.lang.Float"), "compare", MethodTypeDesc.of(CD_int, kind, kind)).ifne(different);
				case DOUBLE -> code.invokestatic(ClassDesc.of("java.lang.Double"), "compare", MethodTypeDesc.of(CD_int, kind, kind)).ifne(different);
				default -> code.if_icmpne(different);
			}
		}
		code.iconst_1().ireturn();
		code.labelBinding(different).iconst_0().ireturn();
	}
}
