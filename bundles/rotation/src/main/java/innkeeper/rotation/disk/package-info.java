/** Steps on the disk, and how full it is. */
package innkeeper.rotation.disk;
