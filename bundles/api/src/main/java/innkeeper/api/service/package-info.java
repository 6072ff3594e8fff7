/** Services of other bundles, which are away while their bundle is replaced. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.service;
