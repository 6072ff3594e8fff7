/** {@code export --format}: definitions in the words of container engines, systemd and foreman. */
package innkeeper.shell.export;
