/** Settings before any bundle runs. */
package innkeeper.boot.settings;
