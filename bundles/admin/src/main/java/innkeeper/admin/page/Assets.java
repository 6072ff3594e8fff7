package innkeeper.admin.page;

import innkeeper.admin.http.Gzip;
import innkeeper.common.file.Digest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;

/**
 * The files that the page loads. The name of each file contains the hash of its bytes, so that
 * browsers may keep it for ever. The files are built from the bundle's resources at the first
 * request. Safe for many threads.
 */
public final class Assets {

  private static final String JS = "text/javascript;charset=utf-8";
  private static final String CSS = "text/css;charset=utf-8";
  private static final String SVG = "image/svg+xml";

  /**
   * The scripts in the order in which they are joined into one file. Each is a classic script, not
   * a module.
   */
  static final List<String> SCRIPTS =
      List.of(
          "preact/preact.min.umd.js",
          "preact/hooks.umd.js",
          "htm/htm.umd.js",
          "js/base.js",
          "js/time.js",
          "js/ansi.js",
          "js/store.js",
          "js/views.js",
          "js/later.js",
          "js/stream.js",
          "js/act.js",
          "js/spark.js",
          "js/parts.js",
          "js/header.js",
          "js/rail.js",
          "js/project.js",
          "js/answer.js",
          "js/figures.js",
          "js/overview.js",
          "js/logtext.js",
          "js/logbuffer.js",
          "js/logrows.js",
          "js/logrow.js",
          "js/logwindow.js",
          "js/logview.js",
          "js/logmerge.js",
          "js/logload.js",
          "js/logsearch.js",
          "js/loghist.js",
          "js/logtab.js",
          "js/palette.js",
          "js/app.js");

  /**
   * The scripts that are loaded when a project or the host is displayed, not for the overview.
   * {@code later.js} lists their views.
   */
  static final List<String> LATER =
      List.of(
          "js/command.js",
          "js/restore.js",
          "js/health.js",
          "js/backups.js",
          "js/surfaces.js",
          "js/audit.js",
          "js/incidents.js",
          "js/alarms.js",
          "js/plot.js",
          "js/resources.js",
          "js/config.js",
          "js/settings.js",
          "js/panel.js",
          "js/extensions.js");

  static final List<String> STYLES =
      List.of(
          "css/base.css",
          "css/layout.css",
          "css/log.css",
          "css/overview.css",
          "css/project.css",
          "css/extensions.css");

  /** A file with its path on the server and its compressed form. */
  record Asset(String path, String type, byte[] body, byte[] gzip) {}

  private Map<String, Asset> byName;
  private Map<String, Asset> byFile;

  /** Returns the file with this plain name: {@code app.js}. */
  Asset named(String name) {
    load();
    return byName.get(name);
  }

  /** Returns the file whose name with the hash is given: {@code app.0a1b2c3d4e5f.js}. */
  Optional<Asset> file(String file) {
    load();
    return Optional.ofNullable(byFile.get(file));
  }

  /**
   * Returns a text that identifies the page's release. It changes when a script or a style changes.
   */
  public String version() {
    return named("app.js").path() + named("app.css").path();
  }

  private synchronized void load() {
    if (byName != null) {
      return;
    }
    byFile = new LinkedHashMap<>();
    Map<String, Asset> all = new LinkedHashMap<>();
    add(all, "theme.js", JS, List.of("js/theme.js"));
    add(all, "app.js", JS, SCRIPTS);
    add(all, "later.js", JS, LATER);
    add(all, "app.css", CSS, STYLES);
    for (String verdict : List.of("pass", "warn", "fail", "gone")) {
      add(all, verdict + ".svg", SVG, List.of("icons/" + verdict + ".svg"));
    }
    byName = all;
  }

  private void add(Map<String, Asset> all, String name, String type, List<String> parts) {
    byte[] body = join(parts);
    int dot = name.lastIndexOf('.');
    String file = name.substring(0, dot) + "." + hash(body) + name.substring(dot);
    Asset asset =
        new Asset("/assets/" + file, type, body, Gzip.pack(body, Deflater.BEST_COMPRESSION));
    all.put(name, asset);
    byFile.put(file, asset);
  }

  private static byte[] join(List<String> parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String part : parts) {
      try (InputStream in = Assets.class.getResourceAsStream("/innkeeper/admin/page/" + part)) {
        if (in == null) {
          throw new IllegalStateException("this bundle lacks its resource " + part);
        }
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        // A source map would need one more request, for a file that this bundle does not have.
        text = text.replaceAll("(?m)^//# sourceMappingURL=.*$", "").strip();
        // Comments and indentation are removed: they would be a tenth of the bytes.
        text = text.replaceAll("(?m)^\\s+(//.*$)?", "");
        text = text.replaceAll("(?m)^/\\*(?:[^*]|\\*(?!/))*+\\*/\n", "");
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        out.write('\n');
      } catch (IOException e) {
        throw new UncheckedIOException("resource cannot be read: " + part, e);
      }
    }
    return out.toByteArray();
  }

  private static String hash(byte[] body) {
    return HexFormat.of().formatHex(Digest.sha256().digest(body), 0, 8);
  }
}
