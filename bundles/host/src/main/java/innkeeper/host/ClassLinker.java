package innkeeper.host;

import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For the start whose JVM leaves a class archive behind (lib/archives.sh): loads and links every
 * class of every bundle. That start has no port and serves nothing, and the JVM archives only
 * classes that are linked. Asking a class for its methods links it.
 */
final class ClassLinker {

  private static final Logger LOG = LoggerFactory.getLogger(ClassLinker.class);

  private ClassLinker() {}

  /** Nothing, unless bin/innkeeper says that this JVM makes an archive. */
  static void linkIfAsked(BundleContext context) {
    if (!"made".equals(context.getProperty("innkeeper.archive"))) {
      return;
    }
    int linked = 0;
    int left = 0;
    for (Bundle bundle : context.getBundles()) {
      Enumeration<URL> classes = bundle.findEntries("/", "*.class", true);
      for (URL file :
          Collections.list(classes == null ? Collections.emptyEnumeration() : classes)) {
        if (link(bundle, nameOf(file.getPath()))) {
          linked++;
        } else {
          left++;
        }
      }
    }
    LOG.info("classes linked count={} notLinked={}", linked, left);
  }

  static String nameOf(String path) {
    return path.substring(1, path.length() - ".class".length()).replace('/', '.');
  }

  private static boolean link(Bundle bundle, String name) {
    try {
      bundle.loadClass(name).getDeclaredMethods();
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      // Of an optional dependency that is not there.
      LOG.debug("class cannot be linked name={} bundle={} reason={}", name, bundle, e.toString());
      return false;
    }
  }
}
