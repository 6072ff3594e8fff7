/** The calls of the C library that Java lacks. */
package innkeeper.boot.libc;
