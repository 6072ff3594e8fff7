package innkeeper.backup.file;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.file.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The cached result whether a backup's content still matches its manifest. A file is read once, and
 * again only after its status change time shows a change. Thread-safe.
 */
public final class IntegrityCache {

  private final BackupDirectory backupDirectory;
  private final Map<String, Look> looks = new ConcurrentHashMap<>();

  /** The attributes of the file at the last check, and whether that check read the content. */
  private record Look(String stood, boolean read) {}

  public IntegrityCache(BackupDirectory backupDirectory) {
    this.backupDirectory = backupDirectory;
  }

  /** Returns whether the file has changed since this host first checked it. */
  public boolean touched(BackupManifest backup) throws IOException {
    String stands = stands(backup.name());
    Look before = looks.putIfAbsent(backup.name(), new Look(stands, false));
    return before != null && !before.stood().equals(stands);
  }

  /** Records a newly published backup, whose content was checked before publication. */
  public void published(String name) {
    try {
      renew(name);
    } catch (IOException e) {
      looks.remove(name); // The file is then read before it counts as intact.
    }
  }

  /** Records that the content was read and is correct. */
  public void renew(String name) throws IOException {
    looks.put(name, new Look(stands(name), true));
  }

  /**
   * Returns whether the given number of newest backups have the correct content. The first one that
   * does not is marked as damaged in the directory and no longer counts.
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
      if (!Digest.of(backupDirectory.file(backup.name())).equals(backup.facts().sha256())) {
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
}
