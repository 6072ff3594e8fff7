/** Actions on projects that bundles of third parties add. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.action;
