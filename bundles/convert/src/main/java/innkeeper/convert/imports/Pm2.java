package innkeeper.convert.imports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts pm2's ecosystem file, given as JSON. */
final class Pm2 {

  private static final int MOST_INSTANCES = 1000;

  private final Converted out;
  private final int processors;

  private Pm2(Converted out, int processors) {
    this.out = out;
    this.processors = processors;
  }

  /**
   * @param processors the number of instances for {@code max}
   */
  static Converted read(String file, Object json, int processors) {
    Converted out = new Converted(file);
    Pm2 reader = new Pm2(out, processors);
    Object apps = json;
    if (json instanceof Map<?, ?> map) {
      apps = map.get("apps");
      if (apps == null && map.containsKey("script")) {
        apps = List.of(map);
      }
      if (map.containsKey("deploy")) {
        out.note(0, "deploy is not kept: it has no counterpart here");
      }
    }
    if (apps instanceof Map<?, ?> single) {
      apps = List.of(single);
    }
    if (!(apps instanceof List<?> list)) {
      out.wrong(0, "holds no apps; allowed: {\"apps\": [{\"name\": ..., \"script\": ...}]}");
      return out;
    }
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) instanceof Map<?, ?> app) {
        reader.app(app, "apps[" + i + "]");
      } else {
        out.wrong(0, "apps[" + i + "] is not an object");
      }
    }
    return out;
  }

  private void app(Map<?, ?> app, String where) {
    String script = app.get("script") instanceof String s ? s : "";
    if (script.isBlank()) {
      out.wrong(0, where + " has no script");
      return;
    }
    String name = app.get("name") instanceof String s && !s.isBlank() ? s : base(script);
    String place = where + " (" + name + "): ";
    try {
      int count = instances(app.get("instances"));
      Map<String, String> lost = new LinkedHashMap<>();
      Object restart = null;
      for (int i = 0; i < count; i++) {
        Map<String, Object> definition = out.define(count == 1 ? name : name + "-" + i, 0);
        definition.put("command", Pm2Command.of(app, script));
        definition.put("restart", "always");
        definition.put("stopSignal", "INT");
        Map<String, Object> env = environment(app.get("env"));
        if (count > 1) {
          env.put("NODE_APP_INSTANCE", Integer.toString(i));
        }
        definition.put("env", env);
        for (Map.Entry<?, ?> member : app.entrySet()) {
          String key = String.valueOf(member.getKey());
          lost.put(key, Pm2Members.put(definition, key, member.getValue(), count));
        }
        Pm2Members.settle(definition);
        restart = definition.get("restart");
      }
      if (app.get("max_memory_restart") != null && "never".equals(restart)) {
        out.note(0, place + "max_memory_restart is not kept: autorestart is false");
      }
      lost.values().removeIf(String::isEmpty);
      lost.forEach((member, why) -> out.note(0, place + member + " is not kept: " + why));
    } catch (IllegalArgumentException e) {
      out.wrong(0, place + e.getMessage());
    }
  }

  private static String base(String script) {
    String file = script.substring(script.lastIndexOf('/') + 1);
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }

  private int instances(Object value) {
    int count;
    if (value == null) {
      count = 1;
    } else if (value.equals("max")) {
      count = processors;
    } else {
      try {
        count = Integer.parseInt(String.valueOf(value));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "instances is " + value + "; allowed: a whole number or max", e);
      }
    }
    count = count <= 0 ? Math.max(1, processors + count) : count;
    if (count > MOST_INSTANCES) {
      throw new IllegalArgumentException("instances is " + value + "; allowed: to 1000");
    }
    return count;
  }

  private static Map<String, Object> environment(Object value) {
    Map<String, Object> env = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((k, v) -> env.put(String.valueOf(k), v == null ? "" : String.valueOf(v)));
    }
    return env;
  }

  /** Splits a text like a shell; an array is taken unchanged. */
  static List<String> words(Object value) {
    List<String> words = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(word -> words.add(String.valueOf(word)));
    } else if (value != null) {
      words.addAll(ShellWords.split(String.valueOf(value)));
    }
    return words;
  }
}
