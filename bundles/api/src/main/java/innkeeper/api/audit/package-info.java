/** The audit record: the actor and the outcome of each change, chained by hashes. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.1.0")
package innkeeper.api.audit;
