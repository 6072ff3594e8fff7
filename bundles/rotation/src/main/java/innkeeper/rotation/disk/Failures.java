package innkeeper.rotation.disk;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The explanation of a file system's exception in words, with a remedy where one is known. */
public final class Failures {

  private Failures() {}

  public static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied; give the host's user write access to the directory";
    }
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + " is not there";
    }
    if (e instanceof FileAlreadyExistsException taken) {
      return taken.getFile() + " is in the way; move it elsewhere";
    }
    if (e instanceof DirectoryNotEmptyException) {
      return "a directory is in the way; move it elsewhere";
    }
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
