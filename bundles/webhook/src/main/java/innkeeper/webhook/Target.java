package innkeeper.webhook;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A URL, checked before anything is sent. The URL may contain a token, so only {@link #host} is
 * ever displayed.
 *
 * @param uri empty host and path if there is a mistake
 * @param mistake why nothing can be sent; "" if the URL is valid
 */
record Target(URI uri, String mistake) {

  /**
   * The minimum length of a token. A shorter part of a URL may be an everyday word and is not
   * treated as a secret.
   */
  private static final int SHORTEST_TOKEN = 16;

  static Target of(String url) {
    if (url.isBlank()) {
      return bad("no url is set");
    }
    URI uri;
    try {
      uri = URI.create(url.strip());
    } catch (IllegalArgumentException e) {
      // The exception's message would contain the URL.
      return bad("url is not a URL; allowed: http://HOST… and https://HOST…");
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (uri.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      return bad("url has no http or https host; allowed: http://HOST… and https://HOST…");
    }
    return new Target(uri, "");
  }

  static Target bad(String why) {
    return new Target(URI.create(""), why);
  }

  /** Returns the host, the only part that may be displayed. */
  String host() {
    return uri.getHost();
  }

  /** Returns the URL, and the parts of it that are long enough to be a token. */
  List<String> secrets() {
    if (!mistake.isEmpty()) {
      return List.of();
    }
    List<String> secrets = new ArrayList<>(List.of(uri.toString()));
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    for (String part : (path + "/" + path.replaceFirst(".*/", "") + "&" + query).split("[/&=]")) {
      if (part.length() >= SHORTEST_TOKEN) {
        secrets.add(part);
      }
    }
    if (path.length() >= SHORTEST_TOKEN) {
      secrets.add(path);
    }
    if (uri.getRawUserInfo() != null) {
      secrets.add(uri.getRawUserInfo());
      secrets.add(uri.getRawUserInfo().replaceFirst("^[^:]*:", ""));
    }
    return secrets.stream().distinct().toList();
  }
}
