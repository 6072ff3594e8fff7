/** Commands for the actions and panels of third-party bundles. */
package innkeeper.shell.extension;
