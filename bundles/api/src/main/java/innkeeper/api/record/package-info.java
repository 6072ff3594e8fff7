/** Records of logs: a line and the lines that continue it, with a level. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.1.0")
package innkeeper.api.record;
