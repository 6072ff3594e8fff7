/** The protocol between client and server. It uses JDK types only. */
package innkeeper.common.wire;
