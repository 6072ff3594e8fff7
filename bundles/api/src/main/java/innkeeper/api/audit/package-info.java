/** The audit record: who asked for which change, and what came of it, chained by hashes. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.1.0")
package innkeeper.api.audit;
