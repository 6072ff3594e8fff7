/** The operations on a disk and its free space. */
package innkeeper.rotation.disk;
