package innkeeper.convert.imports;

import innkeeper.api.convert.ForeignFile;
import innkeeper.api.convert.ForeignFiles;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The environment of an importing user, and the files that a pattern finds. */
record FakeFiles(Map<String, String> environment, Function<String, List<ForeignFile>> found)
    implements ForeignFiles {

  FakeFiles(Map<String, String> environment) {
    this(environment, pattern -> List.of());
  }

  @Override
  public List<ForeignFile> matching(String pattern) {
    return found.apply(pattern);
  }
}
