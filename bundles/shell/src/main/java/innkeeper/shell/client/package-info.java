/**
 * The command line. JDK only, and started for each command: what is on its path avoids whatever
 * makes a JVM slow to start (lambdas, regular expressions, streams, formatters).
 */
package innkeeper.shell.client;
