/** Incidents: crash loops, outages, and the events before them. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.3.0")
package innkeeper.api.incident;
