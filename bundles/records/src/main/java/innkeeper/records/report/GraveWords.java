package innkeeper.records.report;

import java.util.stream.Stream;

/**
 * Words of which every warning or error contains at least one. A search for them saves most lines
 * from the slower rules.
 */
public final class GraveWords {

  /** Words that can make a line without a level a warning or an error. */
  private static final String[] TELLING =
      ("error,exception,panic,traceback,segmentation,core dumped,uncaught,unhandled,"
              + "killed,out of memory,goroutine,terminate called,assertion,crash,report=,exit,"
              + "data race,** (, line ,fatal,severe,critical,no such file,denied,refused,"
              + "not found,no space left,already in use,reset by peer,broken pipe,fail,warning,"
              + "deprecated,uninitialized,ah0,\tat ,  at ,.js:,.mjs:,.cjs:,.ts:,.tsx:,node:,.rb:,file:,"
              + "<anonymous_script>,webpack,callstack,while executing,init terminating,what(),"
              + "aborting due,in procedure,*** ,free(,malloc(,realloc(,munmap_,corrupted,lua,sanitizer,unrecognized,invalid maximum,invalid initial,raised ,runtime:,sigabrt,sigquit,sigill,sigbus,sigfpe,fault address, of file ,backtrace,:in `,:in ',[eval,[stdin,[worker,undefined:,evalmachine,bun v,stack backtrace,"
              + "pure virtual,overflowed,called at,last few gcs,execution ,calls: ,caused by:,begin failed")
          .split(",");

  /** Words by which lines name their own level. */
  private static final String[] NAMES =
      ("wrn,warn,err,schwerw,grave,allvarlig,avertis,advert,avvert,varning,fehler,"
              + "panik,erro,fel:,hata,chyba,:  ,slf4j(,crit,ftl,alert,emerg,pani[,fata[,level,lvl,severity,@l\",\"s\","
              + " # ")
          .split(",");

  private static final WordScan BY_WORDS = new WordScan(TELLING);
  private static final WordScan ALL =
      new WordScan(Stream.of(TELLING, NAMES).flatMap(Stream::of).toArray(String[]::new));

  private GraveWords() {}

  /** Returns whether a line without a level may be more than information. */
  public static boolean telling(String line) {
    return BY_WORDS.in(line) || line.indexOf('\u26a0') >= 0;
  }

  /** Returns whether a line may be a warning or worse; {@code false} is certain. */
  public static boolean maybe(byte[] line, int from, int to) {
    return signed(line, from, to) || ALL.in(line, from, to);
  }

  /**
   * Returns whether a line begins with a level's sign: a letter of klog or Ruby's logger, a number
   * of syslog, or a symbol.
   */
  private static boolean signed(byte[] line, int from, int to) {
    if (to - from < 3) {
      return false;
    }
    byte first = line[from];
    byte second = line[from + 1];
    if (first == ' ') {
      return signed(line, from + 1, to);
    }
    boolean bracket =
        first == '[' && second >= 'A' && (line[from + 2] == ']' || line[from + 2] == ' ');
    return bracket
        || first < 0
        || first == '<'
        || first >= 'A' && first <= 'Z' && (second == ',' || second >= '0' && second <= '9');
  }
}
