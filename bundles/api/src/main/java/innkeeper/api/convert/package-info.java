/** Project definitions in the formats of other tools. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.convert;
