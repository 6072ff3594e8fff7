package innkeeper.logging.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class SecretNamesTest {

  @ParameterizedTest
  @CsvSource({
    "DB_PASSWORD, hunter2hunter2, hunter2hunter2",
    "github_token, abcdefgh, abcdefgh",
    "PGPASSWORD, abcdefgh, abcdefgh",
    "SECRET_KEY_BASE, abcdefgh, abcdefgh",
    "SENTRY_DSN, abcdefgh, abcdefgh",
    "npm_config_AuthToken, abcdefgh, abcdefgh",
    "AZURE_CONNECTION_STRING, abc;def, abc;def",
    "TOKEN1, abcdefgh, abcdefgh",
    "SECRET_TOKEN_000001, abcdefgh, abcdefgh",
    "SENTRY_DSN_2, abcdefgh, abcdefgh"
  })
  void aSecretSoundingVariableGivesItsValue(String name, String value, String secret) {
    assertEquals(Set.of(secret), SecretNames.secrets(name, value));
  }

  @ParameterizedTest
  @CsvSource({
    "PWD, /home/app",
    "OLDPWD, /home/app",
    "SSH_AUTH_SOCK, /tmp/agent.1",
    "PASSWORD_FILE, /run/secrets/x",
    "TOKEN_ENDPOINT, https://host/token",
    "MONKEY, banana",
    "USE_TOKEN, true",
    "STRIPE_PUBLISHABLE_KEY, pk_live_1234567",
    "DATABASE_URL, postgres://db/app",
    "HOME, /home/app",
    "STRIPE_PUBLISHABLE_KEY_2, pk_live_1234567",
    "MONKEY1, banana"
  })
  void othersGiveNothing(String name, String value) {
    assertEquals(Set.of(), SecretNames.secrets(name, value));
  }

  @ParameterizedTest
  @CsvSource({"DATABASE_URL", "CACHE", "SOME_DSN"})
  void ofAUrlOnlyTheUserPartIsSecret(String name) {
    assertEquals(
        Set.of("p%40ss:word", "app:p%40ss:word", "p@ss:word"),
        SecretNames.secrets(name, "postgres://app:p%40ss:word@db:5432/x?y=z"));
  }
}
