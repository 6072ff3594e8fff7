package innkeeper.api.supervisor;

/** What a project's process is doing: supervisord's words and numbers. */
public enum ProjectState {
  STOPPED(0),
  STARTING(10),
  RUNNING(20),
  BACKOFF(30),
  STOPPING(40),
  EXITED(100),
  FATAL(200),
  UNKNOWN(1000);

  private final int code;

  ProjectState(int code) {
    this.code = code;
  }

  /** supervisord's number. */
  public int code() {
    return code;
  }
}
