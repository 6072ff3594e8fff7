/**
 * The command-line client. It uses only the JDK and starts once for each command. Its main path
 * avoids features that make a JVM start slowly (lambdas, regular expressions, streams, formatters).
 */
package innkeeper.cli;
