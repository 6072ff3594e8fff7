/** The bundles that serve, and how one is replaced. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.2.0")
package innkeeper.api.surface;
