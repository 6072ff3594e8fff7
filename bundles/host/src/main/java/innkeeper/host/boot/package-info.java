/** What boot shares with the bundles. */
package innkeeper.host.boot;
