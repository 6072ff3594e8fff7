/** Actions and panels of third parties' bundles. */
package innkeeper.shell.extension;
