package innkeeper.admin.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SerializedString;
import innkeeper.api.json.JsonMember;
import innkeeper.api.json.JsonTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads and writes JSON. It streams records, maps, lists, strings, numbers, booleans and null. */
public final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  /** A member with its name in encoded form, because the same name is written many times. */
  private record Field(SerializedString name, JsonMember member) {}

  /**
   * The members of each record type. A ClassValue would not do: the API's classes outlive this
   * bundle and would keep it in memory.
   */
  private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

  private Json() {}

  /** Returns an object with these members, given as alternating names and values. */
  public static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }

  public static byte[] bytes(Object value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * Reads the value of a text; numbers become long or double.
   *
   * @throws IOException if the text is not valid JSON
   */
  public static Object read(String text) throws IOException {
    try (JsonParser json = FACTORY.createParser(text)) {
      Object value = read(json, json.nextToken());
      if (json.nextToken() != null) {
        throw new IOException("there is more after the value");
      }
      return value;
    }
  }

  private static Object read(JsonParser json, JsonToken token) throws IOException {
    if (token == null) {
      throw new IOException("it ends too soon");
    }
    switch (token) {
      case START_OBJECT:
        Map<String, Object> map = new LinkedHashMap<>();
        for (JsonToken t = json.nextToken(); t != JsonToken.END_OBJECT; t = json.nextToken()) {
          map.put(json.currentName(), read(json, json.nextToken()));
        }
        return map;
      case START_ARRAY:
        List<Object> list = new ArrayList<>();
        for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY; t = json.nextToken()) {
          list.add(read(json, t));
        }
        return list;
      case VALUE_NUMBER_INT:
        return json.getLongValue();
      case VALUE_NUMBER_FLOAT:
        return json.getDoubleValue();
      case VALUE_TRUE, VALUE_FALSE:
        return json.getBooleanValue();
      case VALUE_NULL:
        return null;
      default:
        return json.getText();
    }
  }

  private static void write(Record record, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Field field : FIELDS.computeIfAbsent(record.getClass(), Json::fields)) {
      Object value = field.member().value(record);
      if (!field.member().omits(value)) {
        json.writeFieldName(field.name());
        write(value, json);
      }
    }
    json.writeEndObject();
  }

  private static List<Field> fields(Class<?> type) {
    return JsonMember.of(type).stream()
        .map(member -> new Field(new SerializedString(member.name()), member))
        .toList();
  }

  private static void write(Object given, JsonGenerator json) throws IOException {
    Object value = JsonTree.plain(given);
    if (value == null) {
      json.writeNull();
    } else if (value instanceof String text) {
      json.writeString(text);
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else if (value instanceof Double number) {
      // JSON has no form for NaN and infinity.
      if (number.isNaN() || number.isInfinite()) {
        json.writeNull();
      } else {
        json.writeNumber(number);
      }
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof Record record) {
      write(record, json);
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> e : map.entrySet()) {
        json.writeFieldName((String) e.getKey());
        write(e.getValue(), json);
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        write(item, json);
      }
      json.writeEndArray();
    } else {
      throw new IllegalArgumentException("no JSON form for a " + value.getClass().getName());
    }
  }
}
