/** The framework's bundles: which are active, what they need, and which one owns a thread. */
package innkeeper.host.bundle;
