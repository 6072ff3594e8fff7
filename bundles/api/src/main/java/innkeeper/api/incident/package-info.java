/** Incidents: crash loops, outages, and the events before them. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("2.0.0")
package innkeeper.api.incident;
