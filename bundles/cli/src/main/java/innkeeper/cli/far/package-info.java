/**
 * Connects the client to hosts on other machines and in containers. Like the client, it uses JDK
 * types only.
 */
package innkeeper.cli.far;
