package innkeeper.records.report;

import java.util.Set;

/**
 * The words of PostgreSQL for the severity of a message, in the languages of its messages. Source:
 * the translations in PostgreSQL 15, {@code src/backend/po}.
 */
public final class PostgresWords {

  private static final Set<String> ERRORS =
      Set.of(
          "ERROR", "FATAL", "PANIC", "FEHLER", "PANIK", "ERREUR", "ERRORE", "FATALE", "ERRO", "FEL",
          "FATALT", "PANIKA", "ОШИБКА", "ВАЖНО", "ПАНИКА", "HATA", "CHYBA", "BŁĄD", "错误", "致命错误",
          "エラー", "오류");

  private static final Set<String> WARNINGS =
      Set.of(
          "WARNING",
          "WARNUNG",
          "ATTENTION",
          "ADVERTENCIA",
          "ATTENZIONE",
          "AVISO",
          "VARNING",
          "UYARI",
          "ПРЕДУПРЕЖДЕНИЕ",
          "UWAGA",
          "VAROVÁNÍ",
          "警告",
          "경고");

  private static final Set<String> OTHERS =
      Set.of(
          "LOG",
          "NOTICE",
          "INFO",
          "DEBUG",
          "DEBUG1",
          "DEBUG2",
          "DEBUG3",
          "DEBUG4",
          "DEBUG5",
          "HINWEIS",
          "LOGG",
          "СООБЩЕНИЕ",
          "ЗАМЕЧАНИЕ",
          "日志",
          "注意",
          "ログ");

  private PostgresWords() {}

  static boolean severity(String word) {
    return error(word) || warning(word) || OTHERS.contains(word);
  }

  /** Returns whether the word is that of an error or of something worse. */
  public static boolean error(String word) {
    return ERRORS.contains(word);
  }

  public static boolean warning(String word) {
    return WARNINGS.contains(word);
  }
}
