/** The calls of the C library that Java has not. */
package innkeeper.boot.libc;
