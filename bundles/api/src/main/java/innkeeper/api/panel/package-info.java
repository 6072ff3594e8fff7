/** Panels: data of third parties' bundles that the host's page draws. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.panel;
