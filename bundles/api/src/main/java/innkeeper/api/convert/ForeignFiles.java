package innkeeper.api.convert;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reads what a {@link ForeignFile} refers to, with the rights of the user who imports it. */
public interface ForeignFiles {

  /** Returns the user's environment. */
  Map<String, String> environment();

  /**
   * Returns the files that a file includes, sorted by name.
   *
   * @param pattern a path, relative or absolute, with {@code * ? [...]}
   * @throws IOException with the file that could not be read
   */
  List<ForeignFile> matching(String pattern) throws IOException;
}
