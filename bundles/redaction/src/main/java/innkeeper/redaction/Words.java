package innkeeper.redaction;

/**
 * The words that decide, by 64-bit hash of their lower-case bytes: no String is made of a line's
 * bytes.
 */
final class Words {
  /** A secret by its name. */
  static final int NOUN = 1;

  /** Says nothing about what comes before it: {@code password_new}, {@code TOKEN_PROD}. */
  static final int NEUTRAL = 2;

  /** About a secret, not one: {@code token_type}. */
  static final int ABOUT = 4;

  /** Makes a {@code key} a secret: {@code api_key}. */
  static final int KEY_OF = 8;

  /** Makes a {@code key} a harmless one: {@code primary_key}. */
  static final int KEY_PUBLIC = 16;

  /** No value, whatever the operator. */
  static final int NO_VALUE = 32;

  /** No value in prose: {@code password: must be}. */
  static final int PROSE = 64;

  /** Starts an Authorization value. */
  static final int SCHEME = 128;

  /** Ends in {@code pass} and is a secret. */
  static final int PASS_OF = 256;

  /** Where code keeps values: {@code config.password}. */
  static final int CODE_ROOT = 512;

  private static final int SLOTS = 4096;
  private static final long[] HASHES = new long[SLOTS];
  private static final int[] FLAGS = new int[SLOTS];

  /** Where names of classes begin. */
  static final int PACKAGE_ROOT = 1024;

  /** What a token may do, as in {@code "token:read"}. */
  static final int SCOPE = 2048;

  /** An algorithm, a protocol, a format: mixed of letters and digits, no secret. */
  static final int TECHNICAL = 4096;

  /** Says of a token or a key without any operator that it is meant: {@code bearer token x}. */
  static final int SPOKEN = 8192;

  /** Makes a {@code token} a harmless one: {@code pageToken}. */
  static final int TOKEN_PUBLIC = 16384;

  /** Stands before a name in a sentence. */
  static final int ARTICLE = 32768;

  /** YAML's tag for what is looked up or decrypted elsewhere. */
  static final int TAG = 65536;

  /** Says of a token without any operator that it was shown: {@code with token x}. */
  static final int USED = 131072;

  /** Says in brackets that something was taken away. */
  static final int MASK = 262144;

  /** Makes a {@code pass} a password: {@code RootPass}, {@code smtp-pass}. */
  static final int PASS_BEFORE = 524288;

  static {
    put(
        PASS_BEFORE,
        "root db database user admin mysql postgres pg mongo redis rabbit smtp imap mail email ftp"
            + " sftp ssh sudo ldap bind http proxy login auth basic wifi key store service");
    put(
        MASK,
        "masked hidden redacted secure secured secret filtered sanitized sanitised removed omitted"
            + " protected scrubbed obfuscated encrypted suppressed stripped elided censored sensitive"
            + " password token private");
    put(USED, "with using use used via");
    put(
        SCOPE,
        "read write readonly readwrite create update delete list view manage all admin full revoke"
            + " rotate introspect exchange sign verify decrypt encrypt get put");
    put(
        PACKAGE_ROOT,
        "com org net java javax jakarta android androidx io kotlin scala sun jdk akka dev edu gov"
            + " de cn ru uk");
    put(
        TECHNICAL,
        "sha1 sha224 sha256 sha384 sha512 sha3 md4 md5 md5crypt sha256crypt sha512crypt sha256sum"
            + " bcrypt base32 base58 base64 ascii85 utf8 utf16 latin1 oauth1 oauth2 http1 http2"
            + " http3 ipv4 ipv6 x509 x86_64 pbkdf2 argon2 argon2i argon2d argon2id aes128 aes192"
            + " aes256 rsa1024 rsa2048 rsa4096 ed25519 ecdsa256 3des des3 win32 win64 k8s saml2"
            + " python2 python3 php5 php7 php8 java8 java11 java17 java21 node18 node20 tls1 tls12"
            + " tls13 pkcs1 pkcs5 pkcs7 pkcs8 pkcs11 pkcs12 ntlmv1 ntlmv2 krb5 ssh1 ssh2 crc32"
            + " mysql5 mysql8 postgres9 redis6 redis7 ldap3 ldapv3 snmpv2 snmpv3 wpa2 wpa3 mp3 mp4"
            + " h264 h265 iso8601 rfc3339 u2f fido2 hs256 rs256 es256 ps256 sasl2"
            + " cram-md5 digest-md5 scram-sha-1 scram-sha-256 scram-sha-512 xoauth2");
    put(
        SPOKEN,
        "bearer api access auth authentication authorization refresh signing sign encryption"
            + " secret private hmac master unseal license wallet session reset invite deploy"
            + " personal csrf bot webhook invalid registration join bootstrap admin");
    put(
        TOKEN_PUBLIC,
        "page pages paging pagination next continuation cursor sync resume lock fencing eos bos eot"
            + " eog eom fim pre suf rep lf nl"
            + " pad unk sep cls mask special end start unexpected skip delta since change");
    put(TAG, "vault secret ref sub importvalue getatt encrypted env env_var var");
    put(ARTICLE, "the a an your this new in");
    put(
        NOUN,
        "password passwd passwort passphrase passcode passwords passwds pwd pwds psw pswd pword"
            + " passw secret token apikey apikeys apisecret credential credentials creds jwt"
            + " authtoken accesstoken mnemonic keypass storepass requirepass masterauth"
            + " authpassword apitoken passkey userpwd rootpw bindpw hapikey instrumentationkey pgpassword sshpass privatekey secretkey"
            + " accesskey accountkey sharedaccesskey authkey authtok");
    put(
        NEUTRAL,
        "value values raw new old current previous prev hash hashed digest encrypted enc plain"
            + " plaintext text cleartext clear base base64 b64 hex str string prod production dev"
            + " develop development test testing stage staging qa uat live sandbox local primary"
            + " secondary main backup global data pem confirm confirmation again repeat retype"
            + " bytes encoded salt env a b c x one two three temp temporary tmp val content");
    put(
        ABOUT,
        "count counts type types file files filename path paths dir directory folder url urls uri"
            + " uris endpoint endpoints expiry expires expire expiration expired exp ttl id ids encryption hasher hashing"
            + " name names length len size header headers limit limits max min usage policy"
            + " policies field fields label hint prompt reset resets change changes changed age"
            + " strength required enabled disabled enable disable valid invalid validity verified"
            + " status state method methods mode format provider providers service services"
            + " manager managers store source sources param parameter params arn ref refs"
            + " reference namespace mount class attempts attempt retries index idx position pos"
            + " offset start end time timeout at date created updated issued used scope scopes"
            + " issuer audience kind rotation lifetime duration interval cache bucket per rate"
            + " budget total remaining left cost price page pages link version versions manager"
            + " java kt scala py js ts go rs rb cpp php html css json yml yaml xml md txt log conf"
            + " config cfg ini properties validator validation generator error errors exception"
            + " failure failures failed ok present exists missing set empty map list array num"
            + " number callback handler listener factory controller repository dao impl helper"
            + " util utils bits chars words lines limiter window algorithm alg algo server host"
            + " port region zone plugin module mechanism ca cert certs certificate column table option options flag flags"
            + " prefix suffix pattern regex rule rules schema message msg info description desc"
            + " title event events action request requests response filter getter setter"
            + " login logout user users username owner client group role roles account hits"
            + " miss misses expiring refreshed renewed revoked rotated updatedat createdat"
            + " expiresin expiresat fingerprint thumbprint checksum encoding charset"
            + " needed allowed supported visible show hide input stdin fd only less based"
            + " protected agent proxy bin com org net io sh expirydate lastused lastchanged");
    put(
        KEY_OF,
        "api access private secret encryption encrypt signing sign sig master account shared"
            + " storage ssh auth authorization authentication service subscription functions"
            + " function client consumer deploy hmac aes rsa dsa jwt app application admin crypto"
            + " cipher decryption session root write ingest ingestion integration sas webhook bot"
            + " gpg pgp tls ssl token vault unseal recovery seed wallet license cookie csrf shared"
            + " sharedaccess data fernet nacl symmetric asymmetric kms keystore truststore pass"
            + " wep instrumentation ecdsa ed25519 wireguard preshared psk appsecret user personal dd");
    put(
        KEY_PUBLIC,
        "public primary foreign partition sort cache idempotency object routing row hash index"
            + " lookup s3 bucket unique composite natural surrogate config registry reg hot host"
            + " message event group record kafka stream search locale i18n translation lang map"
            + " dict json xml metadata meta header query param form field label tag sorting"
            + " distribution cluster shard dedup deduplication ordering order correlation request"
            + " trace publishable pub known trusted authorized fingerprint url string domain code"
            + " error version brand press shift arrow enter escape");
    put(
        NO_VALUE,
        "null none nil true false yes no on off undefined unset empty missing required expired"
            + " invalid enabled disabled ok valid present absent hidden masked redacted filtered"
            + " removed omitted incorrect sensitive unknown na nan void optional include omit same-origin string str int integer number bool"
            + " falsch leer abgelaufen vergessen incorrecta incorrecto vacia vencida caducada oublie"
            + " vide invalide errata scaduta incorreta expirada onjuist vereist verlopen felaktigt"
            + " forkert feil chybne zle rbac abac"
            + " boolean object array char text any unknown never");
    put(
        PROSE,
        "the a an is was are were be been being has have had must should shall can cannot could"
            + " may might will would not too for from in into on onto of to by with without and or"
            + " but if then when while as at it its this that these those there here again already"
            + " also only still yet wrong incorrect weak strong short long old new stale"
            + " fresh bad good same different safe unsafe blank malformed unreadable unavailable"
            + " available set got received given using used via per no any all some each every"
            + " fail fails failed failure failures error errors success succeeded successful"
            + " succeed refresh refreshed revoked changed updated created deleted rejected denied"
            + " accepted verified validated generated issued found please enter try check see use"
            + " does did do doesn't didn't don't isn't wasn't hasn't can't won't after before"
            + " during until within between unexpected end start begin page reset resetting"
            + " change update create delete verify validate validation rotation rotated rotate"
            + " authentication authorization login logout access permission permitted forbidden"
            + " unauthorized lookup mismatch mismatched match matches matched length at least"
            + " minimum maximum characters character bytes i/o io timeout timed unable could"
            + " you your we our they their he she who which what where how why because since so"
            + " such than more less most least many much few other another both either neither"
            + " unsupported unrecognized illegal reserved not-found notfound authenticated"
            + " keychain keyring prompt file files environment env stdin variable config"
            + " eof newline identifier expression operator keyword literal symbol ident punc"
            + " loading loaded saving saved sent sending stored storing mounted mounting"
            + " requires needs expects takes secrets tokens"
            + " compromised exposed leaked protected encrypted hashed temporary");
    put(
        SCHEME,
        "basic bearer digest token negotiate ntlm apikey hawk ssws googlelogin oauth hmac"
            + " signature mac key jwt dpop kerberos mutual hoba vapid sharedkey sharedkeylite bot"
            + " sharedaccesssignature aws gnap privatetoken client user auth apitoken genkey"
            + " snowflake splunk bearertoken pvtoken api-key scram");
    put(
        PASS_OF,
        "dbpass userpass rootpass mypass mysqlpass smtppass mailpass ftppass adminpass storepass"
            + " keypass sshpass httppass proxypass loginpass requirepass wifipass pgpass redispass"
            + " ldappass emailpass authpass bindpass srcstorepass deststorepass destkeypass"
            + " srckeypass newpass oldpass");
    put(
        CODE_ROOT,
        "process env os system environ config settings self this args argv request req options"
            + " opts params props properties ctx context session user form data body payload"
            + " secrets vars var local module input event credentials conf cfg kwargs app object"
            + " str bytes base64 json getenv");
  }

  private Words() {}

  private static void put(int flag, String words) {
    int at = 0;
    while (at < words.length()) {
      int end = words.indexOf(' ', at);
      if (end < 0) {
        end = words.length();
      }
      if (end > at) {
        long hash = 0xcbf29ce484222325L;
        for (int i = at; i < end; i++) {
          hash = (hash ^ words.charAt(i)) * 0x100000001b3L;
        }
        int slot = slot(hash);
        HASHES[slot] = hash;
        FLAGS[slot] |= flag;
      }
      at = end + 1;
    }
  }

  private static int slot(long hash) {
    int slot = (int) (hash >>> 40) & SLOTS - 1;
    while (HASHES[slot] != 0 && HASHES[slot] != hash) {
      slot = slot + 1 & SLOTS - 1;
    }
    return slot;
  }

  /** What is known of the word, in any case; 0 if nothing. */
  static int flags(byte[] b, int from, int to) {
    if (from >= to || to - from > 24) {
      return 0;
    }
    long hash = 0xcbf29ce484222325L;
    for (int i = from; i < to; i++) {
      hash = (hash ^ Bytes.lower(b[i]) & 0xff) * 0x100000001b3L;
    }
    int slot = slot(hash);
    return HASHES[slot] == hash ? FLAGS[slot] : 0;
  }

  static boolean is(byte[] b, int from, int to, int flag) {
    return (flags(b, from, to) & flag) != 0;
  }
}
