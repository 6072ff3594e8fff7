/** The host's entries in the audit record. */
package innkeeper.host.audit;
