/** Headers and addresses: schemes and their credentials, users and passwords before a host. */
package innkeeper.redaction.http;
