package innkeeper.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signature of Standard Webhooks 1.0: {@code v1,} and base64 of HMAC-SHA256 over {@code
 * id.timestamp.body}.
 */
final class Signature {

  private static final String PREFIX = "whsec_";

  private Signature() {}

  /**
   * Returns the key in a secret.
   *
   * @throws IllegalArgumentException if the text after {@code whsec_} is not base64
   */
  static byte[] key(String secret) {
    return secret.startsWith(PREFIX)
        ? Base64.getDecoder().decode(secret.substring(PREFIX.length()))
        : secret.getBytes(StandardCharsets.UTF_8);
  }

  static String of(byte[] key, String id, long seconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((id + "." + seconds + ".").getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no HMAC-SHA256", e);
    }
  }
}
