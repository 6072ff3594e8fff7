import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Adds code inside our jars and others' jars that is not a Maven artifact to the bill of materials:
 * htm and Preact in the page, SQLite in its driver.
 *
 * <p>usage: java -cp CLASSPATH BillOfMaterials.java FILE-WITHOUT-ENDING HTM-VERSION PREACT-VERSION
 */
class BillOfMaterials {

  private static final String SQLITE = "META-INF/maven/org.xerial/sqlite-jdbc/VERSION";

  /**
   * @param within start of the bom-ref of the component that it lies in
   */
  private record Inside(
      String within, String name, String version, String licence, String purl)
      implements Comparable<Inside> {
    @Override
    public int compareTo(Inside other) {
      return Comparator.comparing(Inside::purl).compare(this, other);
    }
  }

  public static void main(String[] args) throws Exception {
    Set<Inside> all = new TreeSet<>();
    all.add(sqlite());
    all.add(npm("htm", args[1], "Apache-2.0"));
    all.add(npm("preact", args[2], "MIT"));
    json(Path.of(args[0] + ".json"), all);
    xml(Path.of(args[0] + ".xml"), all);
  }

  private static Inside npm(String name, String version, String licence) {
    String purl = "pkg:npm/" + name + "@" + version;
    return new Inside("pkg:maven/innkeeper/innkeeper.admin@", name, version, licence, purl);
  }

  private static Inside sqlite() throws IOException {
    Properties properties = new Properties();
    try (InputStream file = ClassLoader.getSystemResourceAsStream(SQLITE)) {
      properties.load(file);
    }
    String version = properties.getProperty("version");
    String purl = "pkg:generic/sqlite@" + version;
    return new Inside("pkg:maven/org.xerial/sqlite-jdbc@", "sqlite", version, "blessing", purl);
  }

  private static void json(Path file, Set<Inside> all) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = (ObjectNode) mapper.readTree(file.toFile());
    for (Inside one : all) {
      ObjectNode component = ((ArrayNode) root.get("components")).addObject();
      component.put("type", "library").put("bom-ref", one.purl());
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
