package innkeeper.backup.file;

import innkeeper.api.backup.BackupManifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether a backup's content is still what its manifest says. Read once, then again only after the
 * file was touched, which its status change time tells. Safe for many threads.
 */
public final class IntegrityCache {

  private final BackupDirectory backupDirectory;
  private final Map<String, Look> looks = new ConcurrentHashMap<>();

  /** How the file stood when it was looked at, and whether its content was read then. */
  private record Look(String stood, boolean read) {}

  public IntegrityCache(BackupDirectory backupDirectory) {
    this.backupDirectory = backupDirectory;
  }

  /** Whether somebody touched the file since this host first looked at it. */
  public boolean touched(BackupManifest backup) throws IOException {
    String stands = stands(backup.name());
    Look before = looks.putIfAbsent(backup.name(), new Look(stands, false));
    return before != null && !before.stood().equals(stands);
  }

  /** It was checked on its way to its name. */
  public void published(String name) {
    try {
      renew(name);
    } catch (IOException e) {
      looks.remove(name); // Then it is read before it is relied on.
    }
  }

  /** Its content was read, and is what it should be. */
  public void renew(String name) throws IOException {
    looks.put(name, new Look(stands(name), true));
  }

  /**
   * Whether the newest so many hold what they should. The first that does not is marked on the
   * shelf and counts no more.
   */
  public boolean newestHold(List<BackupManifest> verified, int most) {
    for (BackupManifest backup :
        verified.subList(Math.max(0, verified.size() - most), verified.size())) {
      String wrong = fault(backup);
      if (!wrong.isEmpty()) {
        backupDirectory.rotten(backup.name(), wrong);
        return false;
      }
    }
    return true;
  }

  private String fault(BackupManifest backup) {
    try {
      Look look = looks.get(backup.name());
      String stands = stands(backup.name());
      if (look != null && look.read() && look.stood().equals(stands)) {
        return "";
      }
      if (!sha256(backupDirectory.file(backup.name())).equals(backup.facts().sha256())) {
        return "its content is no longer what its manifest says";
      }
      looks.put(backup.name(), new Look(stands, true));
      return "";
    } catch (IOException e) {
      return HumanText.why(e);
    }
  }

  private String stands(String name) throws IOException {
    Path file = backupDirectory.file(name);
    boolean unix = file.getFileSystem().supportedFileAttributeViews().contains("unix");
    return Files.readAttributes(
            file, unix ? "unix:ino,ctime,size" : "lastModifiedTime,size", LinkOption.NOFOLLOW_LINKS)
        .toString();
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] chunk = new byte[64 << 10];
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        digest.update(chunk, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
