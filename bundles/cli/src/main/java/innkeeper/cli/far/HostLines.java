package innkeeper.cli.far;

import java.io.IOException;

/** Splits the output of a host into whole lines that name the host. */
public interface HostLines {

  /** Receives each complete line, with its line end. */
  interface Sink {
    void accept(byte[] line) throws IOException;
  }

  void write(byte[] bytes) throws IOException;

  /** Ends the output and shows an unfinished line, if the format allows that. */
  void end() throws IOException;
}
