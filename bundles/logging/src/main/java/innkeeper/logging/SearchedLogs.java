package innkeeper.logging;

import innkeeper.logging.capture.Captures;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.reading.lines.Segment;
import innkeeper.logging.reading.search.LogRedaction;
import innkeeper.logging.reading.search.SearchService;
import innkeeper.redaction.ByteSink;
import innkeeper.redaction.Engine;
import innkeeper.redaction.RedactingStream;
import java.io.IOException;
import java.util.List;

/** Gives the search the files, the line times and the redaction of this host's logs. */
record SearchedLogs(LogsService logs, Captures captures, Engine engine)
    implements SearchService.LogFiles {

  @Override
  public List<Segment> segments(String name) throws IOException {
    return logs.segments(name);
  }

  @Override
  public FileTimes times(String name, Segment segment) throws IOException {
    return logs.times(name).of(segment);
  }

  @Override
  public LogRedaction redaction(String name) {
    return new ProjectRedaction(name);
  }

  private final class ProjectRedaction implements LogRedaction {

    private final String name;

    ProjectRedaction(String name) {
      this.name = name;
    }

    @Override
    public RedactingStream stream(ByteSink sink) {
      return engine.stream(sink);
    }

    @Override
    public String hide(String line) {
      return captures.engine(name).map(project -> project.hide(line)).orElse(line);
    }
  }
}
