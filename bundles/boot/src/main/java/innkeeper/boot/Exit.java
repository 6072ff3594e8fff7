package innkeeper.boot;

/** Exit statuses, sysexits.h's where it has one. */
final class Exit {

  static final int FAILED = 1;
  static final int USAGE = 2;

  /** EX_DATAERR: what lies in DATA_DIR was written by a release that this one does not read. */
  static final int REFUSED = 65;

  /** EX_UNAVAILABLE: another host, or the port in use. */
  static final int UNAVAILABLE = 69;

  /** EX_IOERR: no room on the disk. */
  static final int DISK = 74;

  /** EX_TEMPFAIL: memory was out and did not come back; another start is what helps. */
  static final int NO_MEMORY = 75;

  /** EX_CONFIG. */
  static final int CONFIGURATION = 78;

  private Exit() {}
}
