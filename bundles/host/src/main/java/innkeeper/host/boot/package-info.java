/** The objects that boot shares with the bundles. */
package innkeeper.host.boot;
