package innkeeper.store.archive;

import innkeeper.common.file.Digest;
import innkeeper.common.file.Durable;
import innkeeper.store.archive.ArchiveManifest.Member;
import innkeeper.store.restore.RestoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * An opened archive. It holds exactly the files that its manifest names, all of them regular files
 * with allowed names. The contents are checked while they are unpacked.
 */
final class ArchiveFile implements AutoCloseable {

  private static final int LONGEST_MANIFEST = 4 << 20;
  private static final long MOST_BYTES = 16L << 30;

  private final Path file;
  private final ZipFile zip;
  private final ArchiveManifest manifest;

  private ArchiveFile(Path file, ZipFile zip, ArchiveManifest manifest) {
    this.file = file;
    this.zip = zip;
    this.manifest = manifest;
  }

  /** Returns whether a file begins with the signature of a zip. */
  static boolean is(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(4), StandardCharsets.ISO_8859_1).equals("PK\3\4");
    }
  }

  static ArchiveFile open(Path file) throws IOException, RestoreException {
    UnixModes.refuseOtherThanFiles(file);
    ZipFile zip;
    try {
      zip = new ZipFile(file.toFile());
    } catch (ZipException e) {
      throw new RestoreException(file + " is damaged: " + e.getMessage(), e);
    }
    boolean good = false;
    try {
      ArchiveManifest manifest = ArchiveManifest.read(manifest(file, zip));
      check(file, zip, manifest);
      good = true;
      return new ArchiveFile(file, zip, manifest);
    } catch (RestoreException e) {
      throw new RestoreException(file + ": " + e.getMessage(), e);
    } finally {
      if (!good) {
        zip.close();
      }
    }
  }

  private static String manifest(Path file, ZipFile zip) throws IOException, RestoreException {
    ZipEntry entry = zip.getEntry(ArchiveManifest.NAME);
    if (entry == null) {
      throw new RestoreException(
          "it has no " + ArchiveManifest.NAME + ", so it is not an archive of a host");
    }
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(LONGEST_MANIFEST + 1);
      if (bytes.length > LONGEST_MANIFEST) {
        throw new RestoreException("its " + ArchiveManifest.NAME + " is over 4 MiB");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static void check(Path file, ZipFile zip, ArchiveManifest manifest)
      throws RestoreException {
    Set<String> named = new HashSet<>();
    long bytes = 0;
    for (Member member : manifest.members()) {
      if (!HostContent.allowed(member.name())) {
        throw new RestoreException(
            "the name \"" + member.name() + "\" is not one that an archive may hold");
      }
      if (!named.add(member.name())) {
        throw new RestoreException("its manifest names \"" + member.name() + "\" twice");
      }
      if (member.outside() != member.name().startsWith("env-files/")) {
        throw new RestoreException("only files in env-files/ have a path of their own");
      }
      bytes += Math.max(0, member.bytes());
    }
    if (bytes > MOST_BYTES) {
      throw new RestoreException("it would unpack to " + bytes + " bytes; 16 GiB are allowed");
    }
    Set<String> held = new HashSet<>();
    for (ZipEntry entry : Collections.list(zip.entries())) {
      if (!held.add(entry.getName())) {
        throw new RestoreException("it holds \"" + entry.getName() + "\" twice");
      }
    }
    held.remove(ArchiveManifest.NAME);
    for (String one : held) {
      if (!named.contains(one)) {
        throw new RestoreException("it holds \"" + one + "\", which its manifest does not name");
      }
    }
    for (String one : named) {
      if (!held.contains(one)) {
        throw new RestoreException("it lacks \"" + one + "\", which its manifest names");
      }
    }
  }

  ArchiveManifest manifest() {
    return manifest;
  }

  /** Returns the backup of bot.db in this archive. */
  Member database() throws RestoreException {
    List<Member> found =
        manifest.members().stream()
            .filter(member -> member.name().startsWith("backups/"))
            .filter(member -> member.name().endsWith(".db"))
            .toList();
    if (found.size() != 1) {
      throw new RestoreException(file + " holds " + found.size() + " databases instead of one");
    }
    return found.get(0);
  }

  /**
   * Unpacks one file and checks its length and hash against the manifest.
   *
   * @param target must not exist; is created with mode 0600
   */
  void unpack(Member member, Path target) throws IOException, RestoreException {
    Durable.directory(target.getParent());
    Durable.create(target);
    MessageDigest digest = Digest.sha256();
    long bytes = 0;
    byte[] block = new byte[1 << 16];
    try (InputStream in = zip.getInputStream(zip.getEntry(member.name()));
        OutputStream out = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
      for (int n = in.read(block); n > 0 && bytes <= member.bytes(); n = in.read(block)) {
        out.write(block, 0, n);
        digest.update(block, 0, n);
        bytes += n;
      }
    } catch (ZipException e) {
      throw new RestoreException(
          file + " is damaged at \"" + member.name() + "\": " + e.getMessage(), e);
    }
    if (bytes != member.bytes() || !Digest.hex(digest).equals(member.sha256())) {
      throw new RestoreException(
          file + ": the content of \"" + member.name() + "\" is not what its manifest says");
    }
    Durable.force(target);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
