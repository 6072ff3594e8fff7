/** Points in time as people write them. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.2.0")
package innkeeper.api.time;
