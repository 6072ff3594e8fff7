/**
 * For tests of bundles: a host in which fakes take the place of supervisor, logs and clock. It is
 * on the class path of tests only; no host has it.
 */
package innkeeper.testkit;
