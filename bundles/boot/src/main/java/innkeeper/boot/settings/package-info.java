/** Reads and checks the settings before any bundle runs. */
package innkeeper.boot.settings;
