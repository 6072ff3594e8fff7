/** {@code innkeeper bundle}: makes projects of bundles, and updates a bundle at each save. */
package innkeeper.devkit;
