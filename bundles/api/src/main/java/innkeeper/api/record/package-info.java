/** Records of logs: a line and what continues it, with a level. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package innkeeper.api.record;
