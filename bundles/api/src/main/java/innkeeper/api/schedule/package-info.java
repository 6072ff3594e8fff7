/** Schedules of runs: calendar expressions in systemd's syntax. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.1.0")
package innkeeper.api.schedule;
