/** Forms of points in time, for JSON and for people. */
package innkeeper.common.time;
