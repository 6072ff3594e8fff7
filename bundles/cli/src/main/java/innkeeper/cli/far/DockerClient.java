package innkeeper.cli.far;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs the program {@code docker}, which handles contexts, TLS and ssh. */
public final class DockerClient {

  /** The time limit after which an engine counts as not answering. */
  private static final int PATIENCE_SECONDS = 10;

  private DockerClient() {}

  /**
   * Returns the program and the words that select the engine.
   *
   * @param engine as {@code docker -H} takes it; "" for the client's default
   */
  public static List<String> command(String engine) {
    return engine.isEmpty() ? List.of("docker") : List.of("docker", "-H", engine);
  }

  /**
   * Runs one docker command and returns its output.
   *
   * @param ids the last words of the command, such as ids of tasks
   * @return the lines of its standard output
   * @throws IOException with the reason in one line
   */
  public static List<String> lines(String engine, List<String> ids, String... words)
      throws IOException {
    List<String> command = new ArrayList<>(command(engine));
    command.addAll(List.of(words));
    command.addAll(ids);
    Process process = new ProcessBuilder(command).start();
    process.getOutputStream().close();
    FarErrors errors = new FarErrors(line -> {});
    errors.of(process.getErrorStream());
    try {
      CompletableFuture<List<String>> out =
          CompletableFuture.supplyAsync(
              () -> process.inputReader(StandardCharsets.UTF_8).lines().toList());
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("it did not answer within " + PATIENCE_SECONDS + " s");
      }
      if (process.exitValue() != 0) {
        throw new IOException(errors.last());
      }
      return out.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while docker was asked", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
