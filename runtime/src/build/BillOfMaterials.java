import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Adds to the bill of materials what Maven cannot see: code that lies inside other jars. Jetty is
 * in Felix's bundle; htm and Preact are in the page.
 *
 * <p>usage: java -cp CLASSPATH BillOfMaterials.java FILE-WITHOUT-ENDING HTM-VERSION PREACT-VERSION
 */
class BillOfMaterials {

  /** Jetty's artifact by its folder in the jar. One that is not here ends the build. */
  private static final Map<String, String> JETTY =
      Map.ofEntries(
          Map.entry("alpn", "org.eclipse.jetty/jetty-alpn-server"),
          Map.entry("ee", "org.eclipse.jetty/jetty-ee"),
          Map.entry("ee10", "org.eclipse.jetty.ee10/jetty-ee10-servlet"),
          Map.entry("http", "org.eclipse.jetty/jetty-http"),
          Map.entry("http2", "org.eclipse.jetty.http2/jetty-http2-common"),
          Map.entry("http2/hpack", "org.eclipse.jetty.http2/jetty-http2-hpack"),
          Map.entry("http2/server", "org.eclipse.jetty.http2/jetty-http2-server"),
          Map.entry("io", "org.eclipse.jetty/jetty-io"),
          Map.entry("jmx", "org.eclipse.jetty/jetty-jmx"),
          Map.entry("security", "org.eclipse.jetty/jetty-security"),
          Map.entry("server", "org.eclipse.jetty/jetty-server"),
          Map.entry("session", "org.eclipse.jetty/jetty-session"),
          Map.entry("util", "org.eclipse.jetty/jetty-util"));

  /**
   * @param within start of the bom-ref of the component that it lies in
   */
  private record Inside(
      String within, String group, String name, String version, String licence, String purl)
      implements Comparable<Inside> {
    @Override
    public int compareTo(Inside other) {
      return Comparator.comparing(Inside::purl).compare(this, other);
    }
  }

  public static void main(String[] args) throws Exception {
    Set<Inside> all = new TreeSet<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (entry.contains("org.apache.felix.http.jetty12")) {
        all.addAll(jetty(entry));
      }
    }
    if (all.isEmpty()) {
      throw new IOException("Felix's bundle of Jetty is not on the class path");
    }
    all.add(npm("htm", args[1], "Apache-2.0"));
    all.add(npm("preact", args[2], "MIT"));
    json(Path.of(args[0] + ".json"), all);
    xml(Path.of(args[0] + ".xml"), all);
  }

  private static Inside npm(String name, String version, String licence) {
    String purl = "pkg:npm/" + name + "@" + version;
    return new Inside("pkg:maven/innkeeper/innkeeper.admin@", "", name, version, licence, purl);
  }

  private static Set<Inside> jetty(String jar) throws IOException {
    Set<Inside> found = new TreeSet<>();
    try (JarFile file = new JarFile(jar);
        Stream<JarEntry> entries = file.stream()) {
      String version = file.getManifest().getMainAttributes().getValue("X-Jetty-Version");
      for (JarEntry entry : (Iterable<JarEntry>) entries::iterator) {
        String[] path = entry.getName().split("/");
        if (!entry.getName().matches("org/eclipse/jetty/[^/]+/.*\\.class")) {
          continue;
        }
        String artifact = JETTY.get(path[3] + "/" + path[4]);
        artifact = artifact == null ? JETTY.get(path[3]) : artifact;
        if (version == null || artifact == null) {
          throw new IOException(entry + " of " + jar + ": of which release and artifact of Jetty?");
        }
        String[] parts = artifact.split("/");
        found.add(
            new Inside(
                "pkg:maven/org.apache.felix/org.apache.felix.http.jetty12@",
                parts[0],
                parts[1],
                version,
                "EPL-2.0 OR Apache-2.0",
                "pkg:maven/" + artifact + "@" + version + "?type=jar"));
      }
    }
    return found;
  }

  private static void json(Path file, Set<Inside> all) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = (ObjectNode) mapper.readTree(file.toFile());
    for (Inside one : all) {
      ObjectNode component = ((ArrayNode) root.get("components")).addObject();
      component.put("type", "library").put("bom-ref", one.purl());
      if (!one.group().isEmpty()) {
        component.put("group", one.group());
      }
      component.put("name", one.name()).put("version", one.version()).put("scope", "required");
      component.putArray("licenses").addObject().put("expression", one.licence());
      component.put("purl", one.purl());
      ArrayNode dependencies = (ArrayNode) root.get("dependencies");
      boolean known = false;
      for (var dependency : dependencies) {
        if (dependency.get("ref").asText().startsWith(one.within())) {
          ((ObjectNode) dependency).withArray("dependsOn").add(one.purl());
          known = true;
        }
      }
      if (!known) {
        throw new IOException(file + " has no component " + one.within());
      }
      dependencies.addObject().put("ref", one.purl()).putArray("dependsOn");
    }
    Files.writeString(
        file, mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n");
  }

  private static void xml(Path file, Set<Inside> all) throws Exception {
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    Element root = document.getDocumentElement();
    Element components = child(root, "components", "", "");
    Element dependencies = child(root, "dependencies", "", "");
    for (Inside one : all) {
      Element component = append(components, "component", "");
      component.setAttribute("type", "library");
      component.setAttribute("bom-ref", one.purl());
      if (!one.group().isEmpty()) {
        append(component, "group", one.group());
      }
      append(component, "name", one.name());
      append(component, "version", one.version());
      append(component, "scope", "required");
      append(append(component, "licenses", ""), "expression", one.licence());
      append(component, "purl", one.purl());
      append(child(dependencies, "dependency", "ref", one.within()), "dependency", "")
          .setAttribute("ref", one.purl());
      append(dependencies, "dependency", "").setAttribute("ref", one.purl());
    }
    document.setXmlStandalone(true);
    TransformerFactory.newInstance()
        .newTransformer()
        .transform(new DOMSource(document), new StreamResult(file.toFile()));
  }

  private static Element append(Element parent, String name, String text) {
    Element element = parent.getOwnerDocument().createElement(name);
    element.setTextContent(text);
    parent.appendChild(element);
    return element;
  }

  private static Element child(Element parent, String name, String attribute, String begin)
      throws IOException {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element
          && element.getTagName().equals(name)
          && element.getAttribute(attribute).startsWith(begin)) {
        return element;
      }
    }
    throw new IOException("no element " + name + " " + begin + " in the bill of materials");
  }
}
