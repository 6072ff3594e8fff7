package innkeeper.shell.far;

import java.io.IOException;

/** What a host prints, made whole lines that say which host it is. */
public interface HostLines {

  /** Gets each line that is whole, with its end. */
  interface Sink {
    void accept(byte[] line) throws IOException;
  }

  void write(byte[] bytes) throws IOException;

  /** Nothing more comes: what was begun is shown. */
  void end() throws IOException;
}
