package innkeeper.admin;

import innkeeper.api.log.LogSearch;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Finds what it was told to, and remembers what it was asked. */
final class FakeSearch implements LogSearch {

  volatile Query asked;
  volatile List<String> lines = List.of();
  volatile RuntimeException refusal;

  /** So often progress is told before the end. */
  volatile int progresses;

  volatile int told;

  @Override
  public Progress search(Query query, Listener listener) throws IOException, InterruptedException {
    asked = query;
    if (refusal != null) {
      throw refusal;
    }
    for (String line : lines) {
      Optional<Instant> at = Optional.of(Instant.parse("2026-11-23T03:12:00Z"));
      listener.match(
          new Match(query.names().get(0), at, "1-0-0", line, List.of("before"), List.of()));
    }
    for (told = 0; told < progresses; told++) {
      listener.progress(new Progress(5, 10, 1, 2, 0, lines.size(), false));
      Thread.sleep(10);
    }
    return new Progress(10, 10, 2, 2, 0, lines.size(), true);
  }

  @Override
  public LineFilter filter(Query query) {
    return lines -> lines.stream().filter(line -> line.line().contains(query.text())).toList();
  }
}
