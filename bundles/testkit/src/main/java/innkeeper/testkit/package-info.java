/**
 * A kit for tests of bundles: a host in which fakes replace supervisor, logs and clock. It is on
 * the class path of tests only; no real host contains it.
 */
package innkeeper.testkit;
