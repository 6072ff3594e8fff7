package innkeeper.webhook;

import java.net.URI;
import java.util.Locale;

/**
 * The URL, judged before anything is sent.
 *
 * @param receiver scheme, host and port alone
 * @param mistake why nothing can be sent; "" when all is well
 */
record Target(String receiver, String mistake) {

  static Target of(String url, String secret) {
    if (url.isBlank()) {
      return bad("no url is set");
    }
    URI uri;
    try {
      uri = URI.create(url.strip());
    } catch (IllegalArgumentException e) {
      // Its message would show the URL, which may hold a token.
      return bad("url is no URL; allowed: http://HOST… and https://HOST…");
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (uri.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      return bad("url has no http or https host; allowed: http://HOST… and https://HOST…");
    }
    try {
      Signature.key(secret);
    } catch (IllegalArgumentException e) {
      return bad("secret is no base64 after whsec_");
    }
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return new Target(scheme + "://" + uri.getHost() + port, "");
  }

  private static Target bad(String why) {
    return new Target("", why);
  }
}
