/** How the client reaches hosts of other machines and containers. JDK types only, as the client. */
package innkeeper.shell.far;
