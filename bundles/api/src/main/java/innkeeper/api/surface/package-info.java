/** The bundles of the host, and how one is added, replaced and removed. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("2.0.0")
package innkeeper.api.surface;
