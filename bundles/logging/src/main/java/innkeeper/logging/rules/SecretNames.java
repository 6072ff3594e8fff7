package innkeeper.logging.rules;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /** A URL; the group is its user part. The last {@code @} before path, query or blank ends it. */
  private static final Pattern URL = Pattern.compile("(?s)(?!://).*?://(?:([^/?# \t]*)@)?.*");

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
    if (name.equals("PWD") || name.equals("OLDPWD") || HARMLESS.stream().anyMatch(name::endsWith)) {
      return false;
    }
    return WHOLE.contains(name)
        || name.contains("_AUTH_TOKEN")
        || name.contains("_AUTHTOKEN")
        || WORDS.stream().anyMatch(word -> ends(name, word))
        || name.startsWith("AUTH_") && !name.endsWith("_URL") && !name.endsWith("_FILE");
  }

  private static boolean ends(String name, String word) {
    return name.equals(word)
        || name.endsWith("_" + word)
        || word.length() >= 6 && name.endsWith(word);
  }

  private static boolean dull(String value) {
    return value.isEmpty()
        || DULL.contains(value.toLowerCase(Locale.ROOT))
        || value.length() <= 4 && value.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Finds the secrets in the user part of a URL. Returns whether the value is a URL. */
  private static boolean userInfo(String value, Set<String> found) {
    Matcher url = URL.matcher(value);
    if (!url.matches()) {
      return false;
    }
    String user = Objects.requireNonNullElse(url.group(1), "");
    int colon = user.indexOf(':');
    String password = user.substring(colon + 1);
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
