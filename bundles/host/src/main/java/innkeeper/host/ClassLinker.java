package innkeeper.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For the build's one start that leaves a class archive behind (runtime/src/build): the JVM keeps
 * only classes that were linked, and leaves out those that were merely loaded to verify others,
 * some four hundred. Asking a class for its methods links it.
 */
final class ClassLinker {

  private static final Logger LOG = LoggerFactory.getLogger(ClassLinker.class);

  private ClassLinker() {}

  /** Nothing, unless {@code innkeeper.link} names the JVM's list of loaded classes. */
  static void linkIfAsked(BundleContext context) {
    String list = context.getProperty("innkeeper.link");
    if (list == null) {
      return;
    }
    int linked = 0;
    try {
      for (String line : Files.readAllLines(Path.of(list))) {
        String[] words = line.substring(line.lastIndexOf(']') + 1).strip().split(" ");
        if (words.length > 2 && words[1].equals("source:") && words[2].startsWith("file:")) {
          linked += link(context, words[0]) ? 1 : 0;
        }
      }
      LOG.info("classes linked count={}", linked);
    } catch (IOException e) {
      LOG.warn("classes were not linked, {} cannot be read", list, e);
    }
  }

  private static boolean link(BundleContext context, String name) {
    boolean found = false;
    for (Bundle bundle : context.getBundles()) {
      try {
        bundle.loadClass(name).getDeclaredMethods();
        found = true;
      } catch (ClassNotFoundException | LinkageError e) {
        LOG.debug("class is not this bundle's name={} bundle={}", name, bundle);
      }
    }
    return found;
  }
}
