package innkeeper.shell.command;

import innkeeper.common.file.Digest;
import innkeeper.shell.cli.CommandRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A jar downloaded from a URL into a temporary file; {@link #close} removes the file.
 *
 * @param jar the file, readable by this user only
 * @param sha256 the digest in lower-case hex
 */
record JarDownload(Path jar, long bytes, String sha256) implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(JarDownload.class);

  static final long MOST_BYTES = 64L << 20;

  private static final int MOST_REDIRECTS = 5;
  private static final int TIMEOUT_MILLIS = 10_000;

  /** The limit for a whole download, so that a very slow server cannot delay the caller forever. */
  private static final long MOST_NANOS = 300_000_000_000L;

  static boolean isUrl(String word) {
    return word.matches("[A-Za-z][A-Za-z0-9+.-]*://.*");
  }

  /**
   * @param expected SHA-256 in hex; "" accepts any content
   * @param folder the folder of the temporary file
   * @throws CommandRefusedException if the URL is not allowed or the download failed; no file is
   *     left
   */
  static JarDownload of(String url, String expected, Path folder) throws CommandRefusedException {
    URI from = checked(url, expected);
    Path file = null;
    try {
      file = Files.createTempFile(folder, "download-", ".jar");
      JarDownload download = fetch(from, expected, file);
      if (!expected.isEmpty()
          && !download.sha256.equals(expected.strip().toLowerCase(Locale.ROOT))) {
        throw new CommandRefusedException(
            "%s has the SHA-256 %s, not %s; nothing was installed"
                .formatted(named(from), download.sha256, expected));
      }
      LOG.info(
          "jar downloaded url={} bytes={} sha256={}", named(from), download.bytes, download.sha256);
      return download;
    } catch (IOException e) {
      remove(file);
      throw new CommandRefusedException(
          named(from) + " could not be fetched: " + e + "; nothing was installed", e);
    } catch (CommandRefusedException e) {
      remove(file);
      throw e;
    }
  }

  /**
   * Returns the URI if it may be fetched. It must be https or loopback, so that the content cannot
   * be changed on the way, or a digest must be given.
   */
  private static URI checked(String url, String sha256) throws CommandRefusedException {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new CommandRefusedException(url + " is no URL: " + e.getReason(), e);
    }
    if (uri.getUserInfo() != null) {
      throw new CommandRefusedException(
          named(uri)
              + " was given with a password, which every user sees in the list of processes;"
              + " fetch the file with another program, then: innkeeper install FILE.jar");
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    boolean http = scheme.equals("http");
    if (uri.getHost() == null || !http && !scheme.equals("https")) {
      throw new CommandRefusedException(
          url + " is not allowed; allowed: https://HOST/PATH or http://");
    }
    if (http && sha256.isEmpty() && !isLoopback(uri.getHost())) {
      throw new CommandRefusedException(
          named(uri)
              + " comes by http, which anybody on the way can change; allowed: https, or http with"
              + " --sha256 HEX");
    }
    return uri;
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static JarDownload fetch(URI from, String sha256, Path file)
      throws IOException, CommandRefusedException {
    URI at = from;
    for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
      HttpURLConnection http = (HttpURLConnection) at.toURL().openConnection();
      try {
        http.setInstanceFollowRedirects(false);
        http.setUseCaches(false);
        http.setConnectTimeout(TIMEOUT_MILLIS);
        http.setReadTimeout(TIMEOUT_MILLIS);
        int status = http.getResponseCode();
        String next = http.getHeaderField("Location");
        if (status == HttpURLConnection.HTTP_OK) {
          return copy(http, file);
        }
        if (status < 300 || status > 399 || next == null) {
          throw new CommandRefusedException(
              named(at) + " answers " + status + "; nothing was installed");
        }
        at = checked(at.resolve(next).toString(), sha256);
      } catch (IllegalArgumentException e) {
        throw new IOException(e.getMessage(), e);
      } finally {
        http.disconnect();
      }
    }
    throw new CommandRefusedException(
        named(from) + " leads on more than " + MOST_REDIRECTS + " times; nothing was installed");
  }

  private static JarDownload copy(HttpURLConnection http, Path file)
      throws IOException, CommandRefusedException {
    MessageDigest digest = Digest.sha256();
    long end = System.nanoTime() + MOST_NANOS;
    long bytes = 0;
    try (InputStream in = http.getInputStream();
        OutputStream out = new DigestOutputStream(Files.newOutputStream(file), digest)) {
      byte[] piece = new byte[1 << 16];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        bytes += n;
        if (bytes > MOST_BYTES) {
          throw new CommandRefusedException(
              "%s has more than %s bytes; nothing was installed"
                  .formatted(named(URI.create(http.getURL().toString())), MOST_BYTES));
        }
        if (System.nanoTime() > end) {
          throw new IOException("not done after " + MOST_NANOS / 1_000_000_000 + " s");
        }
        out.write(piece, 0, n);
      }
    }
    long said = http.getContentLengthLong();
    if (said >= 0 && said != bytes) {
      throw new IOException("it ended after " + bytes + " of " + said + " bytes");
    }
    return new JarDownload(file, bytes, Digest.hex(digest));
  }

  /** Returns the URL without user, query and fragment, which may contain a token. */
  private static String named(URI uri) {
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return uri.getScheme() + "://" + uri.getHost() + port + uri.getRawPath();
  }

  @Override
  public void close() {
    remove(jar);
  }

  private static void remove(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      LOG.warn("downloaded jar could not be removed file={}", file, e);
    }
  }
}
