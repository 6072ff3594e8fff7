/**
 * The command {@code innkeeper bundle}: creates projects of bundles, and updates a bundle at each
 * save.
 */
package innkeeper.devkit;
