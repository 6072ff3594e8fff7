package innkeeper.admin;

import innkeeper.api.record.LogRecords;

/** Stand-ins for tests in other packages. */
public final class Standins {

  private Standins() {}

  public static LogRecords records() {
    return new FakeRecords();
  }
}
