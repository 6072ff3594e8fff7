package innkeeper.api.supervisor;

/** The state of a project's server: supervisord's process states, with its words and numbers. */
public enum ProjectState {
  /** No server runs: the project was stopped, or not started yet. */
  STOPPED(0),
  /** The server was spawned and has not lived for the definition's start time yet. */
  STARTING(10),
  /** The server runs. */
  RUNNING(20),
  /** The server ended; it is started again after a back-off. */
  BACKOFF(30),
  /** The server was asked to end and has not ended yet. */
  STOPPING(40),
  /** The server ended by itself, and its restart policy does not restart it. */
  EXITED(100),
  /** The server could not be started, or ended too often. Only a request starts it again. */
  FATAL(200),
  /** The host does not know the state. */
  UNKNOWN(1000);

  private final int code;

  ProjectState(int code) {
    this.code = code;
  }

  /** Returns supervisord's number for the state, which XML-RPC and JSON contain: 0–1000. */
  public int code() {
    return code;
  }
}
