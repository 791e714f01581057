package io.bmsql.testing.stub;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Makes objects of abstract classes: a method that such a class leaves out does nothing and gives null, false or 0. The others are
 * plain methods, since benches count what a call costs.
 */
final class Partly {
    private static final ClassValue<Constructor<?>> CONSTRUCTORS = new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
            return new ByteBuddy(ClassFileVersion.JAVA_V17)
                    .subclass(type)
                    .method(ElementMatchers.isAbstract())
                    .intercept(StubMethod.INSTANCE)
                    .make()
                    .load(type.getClassLoader(), ClassLoadingStrategy.UsingLookup.of(MethodHandles.lookup()))
                    .getLoaded()
                    .getDeclaredConstructors()[0];
        }
    };

    private Partly() {}

    /** Of a class with one constructor, which takes these. */
    static <T> T made(Class<T> type, Object... arguments) {
        try {
            Constructor<?> constructor = CONSTRUCTORS.get(type);
            constructor.setAccessible(true);
            return type.cast(constructor.newInstance(arguments));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
