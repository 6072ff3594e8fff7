/** Bundles of the framework: what is active, what they need, who owns a thread. */
package innkeeper.host.bundle;
