/** The bundles of the host, and the service that adds, replaces and removes them. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("2.0.0")
package innkeeper.api.surface;
