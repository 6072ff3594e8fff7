package innkeeper.history;

/** The state of the bundle, for its health check. */
interface HistoryState {

  /** Returns why the last figures could not be written; "" if they were written. */
  String failure();

  /**
   * Returns what is wrong with the file that was set aside last since the start; "" without one.
   */
  String damage();

  int openIncidents();
}
