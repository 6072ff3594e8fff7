package innkeeper.devkit;

import java.util.Locale;
import javax.lang.model.SourceVersion;

/**
 * The names of a new bundle.
 *
 * @param name symbolic name: {@code disk-watch}
 * @param pack its Java package: {@code diskwatch}
 * @param type its main class: {@code DiskWatch}
 */
record BundleName(String name, String pack, String type) {

  private static final int LONGEST = 32;

  static BundleName of(String name) throws WrongUsageException {
    if (name.length() > LONGEST || !name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
      throw new WrongUsageException(
          ("NAME is %s; allowed: a-z, 0-9 and - between words, at most %s, such as" + " disk-watch")
              .formatted(name, LONGEST));
    }
    StringBuilder type = new StringBuilder();
    for (String word : name.split("-")) {
      type.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    String pack = name.replace("-", "");
    if (SourceVersion.isKeyword(pack) || isTaken(type.toString(), pack)) {
      throw new WrongUsageException(
          "NAME is " + name + ", which is a word of Java or of the host; take another one");
    }
    return new BundleName(name, pack, type.toString());
  }

  private static boolean isTaken(String type, String pack) {
    boolean javas;
    try {
      javas = Class.forName("java.lang." + type) != null;
    } catch (ClassNotFoundException e) {
      javas = false;
    }
    return javas
        || type.equals("Activator")
        || pack.matches("innkeeper|java|javax|jakarta|org|inn|felix|gogo");
  }
}
