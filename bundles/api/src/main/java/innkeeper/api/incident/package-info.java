/** What went wrong and when: crash loops, outages, and what came before them. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.3.0")
package innkeeper.api.incident;
