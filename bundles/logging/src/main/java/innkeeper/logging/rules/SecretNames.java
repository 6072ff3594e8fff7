package innkeeper.logging.rules;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the environment variables that contain secrets, by their names. The names are Buildkite's,
 * and those that databases and clouds add. Only the part of a URL before the {@code @} is secret.
 */
final class SecretNames {

  private static final List<String> WORDS =
      List.of(
          ("PASSWORD PASSWD PASSPHRASE PASS PWD SECRET SECRETS TOKEN TOKENS KEY KEY_BASE "
                  + "APIKEY CREDENTIAL CREDENTIALS CONNECTION_STRING AUTH COOKIE JWT PAT")
              .split(" "));

  private static final Set<String> WHOLE =
      Set.of("PGPASSWORD", "MYSQL_PWD", "REDISCLI_AUTH", "SSHPASS", "RESTIC_PASSWORD");

  /** The suffixes of names that describe a secret or its place, but whose values are not secret. */
  private static final List<String> HARMLESS =
      List.of("PUBLIC_KEY", "PUBLISHABLE_KEY", "PRIMARY_KEY", "SSH_AUTH", "XDG_SESSION_KEY");

  private static final Set<String> DULL =
      Set.of(
          ("true false null none yes no on off localhost production development staging "
                  + "test default changeme required disabled enabled")
              .split(" "));

  private SecretNames() {}

  /** Returns the secret parts of a variable's value; empty if there are no secrets. */
  static Set<String> secrets(String name, String value) {
    Set<String> found = new LinkedHashSet<>();
    String upper = name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    String trimmed = value.strip();
    boolean url = userInfo(trimmed, found);
    // A number at the end distinguishes several variables of one kind, for example API_KEY_2.
    String kind = upper.replaceFirst("_?[0-9]+$", "");
    if (!url && (named(kind) || kind.endsWith("DSN")) && !dull(trimmed)) {
      found.add(trimmed);
    }
    return found;
  }

  private static boolean named(String name) {
    if (name.equals("PWD") || name.equals("OLDPWD")) {
      return false;
    }
    for (String harmless : HARMLESS) {
      if (name.endsWith(harmless)) {
        return false;
      }
    }
    if (WHOLE.contains(name) || name.contains("_AUTH_TOKEN") || name.contains("_AUTHTOKEN")) {
      return true;
    }
    for (String word : WORDS) {
      if (name.equals(word) || name.endsWith("_" + word)) {
        return true;
      }
      if (word.length() >= 6 && name.endsWith(word)) {
        return true;
      }
    }
    return name.startsWith("AUTH_") && !name.endsWith("_URL") && !name.endsWith("_FILE");
  }

  private static boolean dull(String value) {
    return value.isEmpty()
        || DULL.contains(value.toLowerCase(Locale.ROOT))
        || value.length() <= 4 && value.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Finds the user part of a URL. The last {@code @} before path, query or blank ends it. */
  private static boolean userInfo(String value, Set<String> found) {
    int scheme = value.indexOf("://");
    if (scheme <= 0) {
      return false;
    }
    int from = scheme + 3;
    int end = from;
    while (end < value.length() && "/?# \t".indexOf(value.charAt(end)) < 0) {
      end++;
    }
    int at = value.lastIndexOf('@', end - 1);
    if (at <= from) {
      return true;
    }
    String user = value.substring(from, at);
    int colon = user.indexOf(':');
    String password = colon < 0 ? user : user.substring(colon + 1);
    if (password.isEmpty()) {
      return true;
    }
    found.add(password);
    if (colon > 0) {
      // HTTP Basic would print this text in base64.
      found.add(user);
    }
    try {
      found.add(URLDecoder.decode(password.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException notEncoded) {
      return true;
    }
    return true;
  }
}
