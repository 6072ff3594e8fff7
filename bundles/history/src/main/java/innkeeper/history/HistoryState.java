package innkeeper.history;

/** How the bundle stands, for its health check. */
interface HistoryState {

  /** Why the last figures could not be written; "" if they were. */
  String failure();

  /** What was set aside since the start; "" for nothing. */
  String damage();

  int openIncidents();
}
