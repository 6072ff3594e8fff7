/** {@code export --format}: writes definitions for container engines, systemd and foreman. */
package innkeeper.convert.exports;
