package io.bmsql.testing;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes JSON Schemas (2020-12) of records as Jackson writes them: no other field is allowed. */
public final class SchemaMaker {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** By the names of the types, so that a file is the same every time. */
    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    private final ObjectNode root = JSON.createObjectNode();

    public SchemaMaker(String file, int formatVersion) {
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("$id", "urn:bmsql:" + file + ":" + formatVersion);
        root.put("title", file + " of bmsql, format " + formatVersion);
    }

    /** The whole schema, of an object with the given fields. */
    public ObjectNode schema(ObjectNode fields) {
        root.setAll(fields);
        ObjectNode all = root.putObject("$defs");
        all.setAll(definitions);
        return root;
    }

    /** An object without any field. */
    public static ObjectNode object() {
        ObjectNode object = JSON.createObjectNode().put("type", "object").put("additionalProperties", false);
        object.putObject("properties");
        object.putArray("required");
        return object;
    }

    /** Adds a field that is always there. */
    public static ObjectNode require(ObjectNode object, String name, JsonNode schema) {
        ((ArrayNode) object.get("required")).add(name);
        return allow(object, name, schema);
    }

    /** Adds a field that may be left out. */
    public static ObjectNode allow(ObjectNode object, String name, JsonNode schema) {
        ((ObjectNode) object.get("properties")).set(name, schema);
        return object;
    }

    public static ObjectNode plain(String type) {
        return JSON.createObjectNode().put("type", type);
    }

    public static ObjectNode constant(int value) {
        return JSON.createObjectNode().put("const", value);
    }

    public static ObjectNode array(JsonNode items) {
        ObjectNode array = plain("array");
        array.set("items", items);
        return array;
    }

    public static ObjectNode map(JsonNode values) {
        ObjectNode map = plain("object");
        map.set("additionalProperties", values);
        return map;
    }

    public static ObjectNode orNull(ObjectNode schema) {
        ObjectNode either = JSON.createObjectNode();
        either.putArray("anyOf").add(schema).add(plain("null"));
        return either;
    }

    /** A value of a type. */
    public ObjectNode of(Class<?> type) {
        return of(JSON.constructType(type));
    }

    private ObjectNode of(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (raw == boolean.class || raw == Boolean.class) {
            return plain("boolean");
        }
        if (raw == double.class || raw == Double.class || raw == float.class) {
            return plain("number");
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(raw)) {
            return plain("integer");
        }
        if (CharSequence.class.isAssignableFrom(raw)) {
            return plain("string");
        }
        if (type.isEnumType()) {
            ObjectNode names = JSON.createObjectNode();
            ArrayNode all = names.putArray("enum");
            Arrays.stream(raw.getEnumConstants()).forEach(one -> all.add(JSON.valueToTree(one)));
            return names;
        }
        if (type.isMapLikeType()) {
            return map(of(type.getContentType()));
        }
        if (type.isContainerType()) {
            return array(of(type.getContentType()));
        }
        if (raw == Object.class || JsonNode.class.isAssignableFrom(raw)) {
            return JSON.createObjectNode();
        }
        String name = raw.getName().substring(raw.getPackageName().length() + 1).replace('$', '.');
        if (!definitions.containsKey(name)) {
            definitions.put(name, object());
            ObjectNode fields = fields(raw);
            definitions.put(name, fields);
        }
        return JSON.createObjectNode().put("$ref", "#/$defs/" + name);
    }

    /** An object with the fields of a record, side by side with those of its unwrapped parts. */
    public ObjectNode fields(Class<?> type) {
        return addFields(object(), JSON.constructType(type), true);
    }

    private ObjectNode addFields(ObjectNode object, JavaType type, boolean isThere) {
        BeanDescription bean = JSON.getSerializationConfig().introspect(type);
        for (BeanPropertyDefinition property : bean.findProperties()) {
            AnnotatedMember member = property.getAccessor();
            if (member == null) {
                continue;
            }
            JsonInclude include = member.getAnnotation(JsonInclude.class);
            boolean isAlways = isThere && (include == null || include.value() == JsonInclude.Include.ALWAYS);
            boolean isNullable = isNullable(member.getMember());
            if (member.hasAnnotation(JsonUnwrapped.class)) {
                addFields(object, member.getType(), isAlways && !isNullable);
                continue;
            }
            ObjectNode schema = of(member.getType());
            ObjectNode value = isNullable && (include == null || include.value() == JsonInclude.Include.ALWAYS)
                    ? orNull(schema)
                    : schema;
            if (isAlways) {
                require(object, property.getName(), value);
            } else {
                allow(object, property.getName(), value);
            }
        }
        return object;
    }

    private static boolean isNullable(@Nullable Member member) {
        AnnotatedType type = member instanceof Method method
                ? method.getAnnotatedReturnType()
                : member instanceof Field field ? field.getAnnotatedType() : null;
        return type != null && ((AnnotatedElement) type).isAnnotationPresent(Nullable.class);
    }
}
