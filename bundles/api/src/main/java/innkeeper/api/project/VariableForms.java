package innkeeper.api.project;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The JSON forms of environment variables. */
final class VariableForms {

  static final String NO_NUL = "^[^\\u0000]*$";
  private static final String VARIABLE = "[A-Za-z_][A-Za-z0-9_]*";

  private VariableForms() {}

  /** Variables. A value may be a secret, so no mistake names it. */
  record Variables() implements MemberForm<Map<String, String>> {

    @Override
    public Map<String, String> read(
        MemberReader in, String name, Object value, Map<String, String> fallback) {
      Map<String, String> variables = new LinkedHashMap<>();
      if (!(value instanceof Map<?, ?> pairs)) {
        in.mistake(name + " is not an object; allowed: an object of texts");
        return fallback;
      }
      pairs.forEach(
          (key, one) -> {
            String variable = String.valueOf(key);
            if (!variable.matches(VARIABLE)) {
              in.wrong(name, variable, "names of letters, digits and _, not starting with a digit");
            } else if (!(one instanceof String text) || text.indexOf(0) >= 0) {
              in.mistake(
                  name
                      + " "
                      + MemberReader.shown(variable)
                      + " has a value that is not a text; allowed: a text");
            } else {
              variables.put(variable, text);
            }
          });
      return java.util.Collections.unmodifiableMap(variables);
    }

    @Override
    public Object write(Map<String, String> value, boolean mask) {
      Map<String, Object> values = new LinkedHashMap<>();
      value.forEach((key, text) -> values.put(key, mask ? Definitions.MASK : text));
      return values;
    }

    @Override
    public Map<String, Object> schema() {
      return variables(NO_NUL);
    }

    @Override
    public String type() {
      return "object of texts";
    }

    static Map<String, Object> variables(String pattern) {
      return Forms.map(
          "type",
          "object",
          "propertyNames",
          Forms.map("pattern", "^" + VARIABLE + "$"),
          "additionalProperties",
          Forms.map("type", "string", "pattern", pattern));
    }
  }

  /** Variables whose values are in files. */
  record Files() implements MemberForm<Map<String, Path>> {

    @Override
    public Map<String, Path> read(
        MemberReader in, String name, Object value, Map<String, Path> fallback) {
      Map<String, Path> files = new LinkedHashMap<>();
      new Variables()
          .read(in, name, value, Map.of())
          .forEach(
              (key, file) -> {
                try {
                  if (file.isEmpty()) {
                    in.wrong(name + " " + key, "empty", "the path of a file");
                  } else {
                    files.put(key, in.base().resolve(file).normalize());
                  }
                } catch (InvalidPathException e) {
                  in.wrong(name + " " + key, file, "the path of a file");
                }
              });
      return java.util.Collections.unmodifiableMap(files);
    }

    @Override
    public Object write(Map<String, Path> value, boolean mask) {
      Map<String, Object> files = new LinkedHashMap<>();
      value.forEach((key, file) -> files.put(key, file.toString()));
      return files;
    }

    @Override
    public Map<String, Object> schema() {
      return Variables.variables("^[^\\u0000]+$");
    }

    @Override
    public String type() {
      return "object of paths";
    }
  }
}
