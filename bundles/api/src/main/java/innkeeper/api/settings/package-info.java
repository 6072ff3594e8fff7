/** The host's settings: one table, read from the environment and conf/innkeeper.config. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.1.0")
package innkeeper.api.settings;
