/** Samples over time: CPU, memory, lines, errors, restarts, readiness. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.history;
