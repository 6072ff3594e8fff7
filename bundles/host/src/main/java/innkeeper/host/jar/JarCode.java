package innkeeper.host.jar;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * What a bundle's code shows of what it will do: what it imports, whether it opens connections or
 * starts processes. It is a hint for the reader, not a guard: code can call by name what it does
 * not name.
 */
public final class JarCode {

  private static final int MOST_NAMED = 3;

  /** What is looked for, in the order in which it is said. */
  private enum Use {
    CONNECTIONS(
        "opens connections",
        "opens no connection, as far as its code shows",
        type ->
            type.matches("java/net/(Socket|ServerSocket|DatagramSocket|MulticastSocket)")
                || type.matches("java/net/(Http)?URLConnection")
                || type.matches("java/nio/channels/(Asynchronous)?(Server)?SocketChannel")
                || type.equals("java/nio/channels/DatagramChannel")
                || type.matches("(java/net/http|javax/net|java/rmi|com/sun/net/httpserver)/.*"),
        method ->
            method.matches("java/net/URL\\.(openStream|openConnection|getContent)")
                || method.matches("java/net/InetAddress\\.get(All)?ByName")),
    PROCESSES(
        "starts processes",
        "starts no process, as far as its code shows",
        type -> type.equals("java/lang/ProcessBuilder"),
        method -> method.equals("java/lang/Runtime.exec")),
    NATIVE(
        "calls native code",
        "",
        type -> type.matches("(com/sun/jna|java/lang/foreign|jdk/incubator/foreign)/.*"),
        method -> method.matches("java/lang/(System|Runtime)\\.load(Library)?")),
    HIDDEN(
        "calls code by name, so it can do more than is said here",
        "",
        type -> type.matches("java/net/URLClassLoader|javax/script/.*"),
        method ->
            method.matches(
                "java/lang/Class\\.forName|java/lang/ClassLoader\\.(loadClass|defineClass)"
                    + "|java/lang/reflect/Method\\.invoke"
                    + "|java/lang/invoke/MethodHandles\\$Lookup\\.(find|defineClass).*"));

    private final String found;
    private final String none;
    private final Predicate<String> type;
    private final Predicate<String> method;

    Use(String found, String none, Predicate<String> type, Predicate<String> method) {
      this.found = found;
      this.none = none;
      this.type = type;
      this.method = method;
    }
  }

  private final Map<Use, Map<String, String>> uses = new LinkedHashMap<>();
  private final List<String> imports = new ArrayList<>();
  private int unread;

  private JarCode() {}

  /**
   * Looks at every class, those of inner jars too.
   *
   * @throws IOException if the jar cannot be read
   */
  public static JarCode read(Path jar) throws IOException {
    JarCode code = new JarCode();
    try (ZipFile zip = JarLimits.open(jar)) {
      code.imports(JarManifest.attributes(zip));
      for (ZipEntry entry : Collections.list(zip.entries())) {
        try (InputStream in = zip.getInputStream(entry)) {
          code.look(entry.getName(), in);
          if (entry.getName().endsWith(".jar")) {
            code.lookInside(new ZipInputStream(in));
          }
        }
      }
    }
    return code;
  }

  private void lookInside(ZipInputStream jar) throws IOException {
    for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
      look(entry.getName(), jar);
    }
  }

  private void look(String file, InputStream in) {
    if (!file.endsWith(".class")) {
      return;
    }
    try {
      ConstantPool pool = ConstantPool.read(new DataInputStream(in));
      for (Use use : Use.values()) {
        pool.types().stream().filter(use.type).findFirst().ifPresent(t -> add(use, pool, t));
        pool.methods().stream().filter(use.method).findFirst().ifPresent(m -> add(use, pool, m));
      }
    } catch (IOException e) {
      unread++;
    }
  }

  private void add(Use use, ConstantPool pool, String what) {
    uses.computeIfAbsent(use, u -> new TreeMap<>())
        .putIfAbsent(pool.name(), what.replace('/', '.').replace('$', '.'));
  }

  private void imports(Attributes main) {
    TreeSet<String> names = new TreeSet<>();
    for (String clause : clauses(main.getValue("Import-Package"))) {
      for (String part : clause.split(";")) {
        if (!part.contains("=")) {
          names.add(part.strip());
        }
      }
    }
    imports.addAll(names);
    for (String clause : clauses(main.getValue("DynamicImport-Package"))) {
      imports.add("whatever it asks for of " + clause.split(";")[0].strip());
    }
    for (String clause : clauses(main.getValue("Require-Bundle"))) {
      imports.add("all of the bundle " + clause.split(";")[0].strip());
    }
  }

  /** Versions and directives may hold commas inside quotes. */
  private static List<String> clauses(String header) {
    return header == null || header.isBlank()
        ? List.of()
        : List.of(header.replaceAll("\"[^\"]*\"", "").split(","));
  }

  /** One line each. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    words.add("imports " + (imports.isEmpty() ? "no package" : String.join(", ", imports)));
    for (Use use : Use.values()) {
      Map<String, String> found = uses.getOrDefault(use, Map.of());
      if (!found.isEmpty()) {
        words.add(use.found + ": " + named(found));
      } else if (!use.none.isEmpty()) {
        words.add(use.none);
      }
    }
    if (unread > 0) {
      words.add(unread + (unread == 1 ? " class" : " classes") + " could not be looked at");
    }
    return words;
  }

  private static String named(Map<String, String> found) {
    List<String> first =
        found.entrySet().stream()
            .limit(MOST_NAMED)
            .map(one -> one.getKey() + " (" + one.getValue() + ")")
            .toList();
    int more = found.size() - first.size();
    return String.join(", ", first) + (more > 0 ? " and " + more + " more" : "");
  }
}
