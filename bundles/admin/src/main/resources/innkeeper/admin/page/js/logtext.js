// A line as the log shows it: its plain text, its pieces, its level; and searching in it.
(function (ink) {
  'use strict';
  const ERROR = /\b(error|fatal|severe|critical|panic|exception|traceback|uncaught|unhandled)\b/i;
  const WARN = /\b(warn|warning|deprecated)\b/i;
  const DEBUG = /\b(debug|trace|verbose)\b/i;
  const MORE = /^(\s+at |\s+\.\.\. \d|\s*Caused by:|\s{4,}\S)/;
  const PINO = { 10: 'debug', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'error' };
  const LOOK = 400;
  const LONG = 16384;

  ink.RANK = { debug: 0, info: 1, warn: 2, error: 3 };

  function named(word) {
    const w = String(word).toLowerCase();
    return ERROR.test(w) ? 'error' : WARN.test(w) ? 'warn' : DEBUG.test(w) ? 'debug' : 'info';
  }

  // Structured lines (the host's own log, pino, bunyan) as people read them.
  function structured(text) {
    if (text[0] !== '{' || text[text.length - 1] !== '}' || text.length > LONG) {
      return null;
    }
    let o;
    try {
      o = JSON.parse(text);
    } catch (e) {
      return null;
    }
    const message = o.msg || o.message;
    if (typeof message !== 'string') {
      return null;
    }
    const level = typeof o.level === 'number' ? PINO[o.level] || 'info' : named(o.level || 'info');
    const when = o.ts || o.time || o.timestamp;
    const date = when ? new Date(when) : null;
    const time = date && !isNaN(date) ? date.toISOString().slice(11, 23) + ' ' : '';
    const rest = Object.entries(o)
      .filter(([k]) => !['ts', 'time', 'timestamp', 'level', 'msg', 'message'].includes(k))
      .map(([k, v]) => k + '=' + (typeof v === 'string' ? v : JSON.stringify(v)))
      .join(' ');
    return { level, time, message, rest };
  }

  let n = 0;
  ink.entry = function (raw, before) {
    const json = structured(raw);
    let pieces;
    let level;
    let more = false;
    if (json) {
      pieces = [[json.time, 'ad'], [json.message, ''], [json.rest ? '  ' + json.rest : '', 'ad']];
      level = json.level;
    } else {
      pieces = ink.ansi(raw);
      const start = pieces.map((p) => p[0]).join('').slice(0, LOOK);
      more = Boolean(before && before.level !== 'info' && MORE.test(start));
      level =
        more ? before.level
          : ERROR.test(start) ? 'error'
            : WARN.test(start) ? 'warn'
              : DEBUG.test(start) ? 'debug' : 'info';
    }
    const text = pieces.length === 1 ? pieces[0][0] : pieces.map((p) => p[0]).join('');
    return { n: ++n, kind: 'line', raw, text, pieces, level, more };
  };

  ink.marker = (text, tone, at) => ({
    n: ++n, kind: 'mark', raw: '', text, tone: tone || '', at: at === undefined ? ink.now() : at, level: 'info',
  });

  // Whether a group that repeats holds a repeat or a choice. A browser can take forever over such a
  // pattern, and nothing ends it.
  function explosive(source) {
    let rest = source.replace(/\\./g, 'a').replace(/\[[^\]]*\]/g, 'a');
    for (;;) {
      const group = /\(([^()]*)\)([*+{]?)/.exec(rest);
      if (!group) {
        return false;
      }
      const inner = /[*+{|]/.test(group[1]);
      if (inner && group[2]) {
        return true;
      }
      const end = group.index + group[0].length - group[2].length;
      rest = rest.slice(0, group.index) + (inner ? 'a+' : 'a') + rest.slice(end);
    }
  }

  // "text", "!text" for all lines without it, "/pattern/" for a regular expression.
  ink.matcher = function (query) {
    let q = query;
    const inverse = q.length > 1 && q[0] === '!';
    if (inverse) {
      q = q.slice(1);
    }
    const slashed = /^\/(.+)\/([a-z]*)$/.exec(q);
    if (slashed && explosive(slashed[1])) {
      return { error: 'That pattern could take forever: a group that repeats holds a repeat or a choice.' };
    }
    if (slashed) {
      let pattern;
      try {
        pattern = new RegExp(slashed[1], [...new Set(slashed[2] + 'gi')].join('').replace('y', ''));
      } catch (e) {
        return { error: 'That is no pattern: ' + e.message };
      }
      const find = (text) => [...text.slice(0, 2000).matchAll(pattern)]
        .filter((m) => m[0])
        .map((m) => [m.index, m.index + m[0].length]);
      return { inverse, find, test: (text) => (find(text).length > 0) !== inverse };
    }
    const needle = q.toLowerCase();
    const find = function (text) {
      const hay = text.toLowerCase();
      const spans = [];
      for (let i = hay.indexOf(needle); i >= 0; i = hay.indexOf(needle, i + needle.length)) {
        spans.push([i, i + needle.length]);
      }
      return spans;
    };
    return { inverse, find, test: (text) => text.toLowerCase().includes(needle) !== inverse };
  };

  function put(parent, text, cls) {
    if (cls) {
      const span = document.createElement('span');
      span.className = cls;
      span.textContent = text;
      parent.appendChild(span);
    } else {
      parent.appendChild(document.createTextNode(text));
    }
  }

  // The pieces, cut where something found begins and ends.
  function marked(parent, pieces, spans) {
    let at = 0;
    let s = 0;
    for (const [text, cls] of pieces) {
      let from = 0;
      while (from < text.length) {
        while (s < spans.length && spans[s][1] <= at + from) {
          s++;
        }
        const span = spans[s];
        const inside = span && span[0] <= at + from;
        const edge = !span ? text.length : (inside ? span[1] : span[0]) - at;
        const to = Math.min(text.length, edge);
        put(parent, text.slice(from, to), inside ? cls + ' found' : cls);
        from = to;
      }
      at += text.length;
    }
  }

  ink.lineElement = function (entry, matcher) {
    const line = document.createElement('div');
    line.dataset.n = entry.n;
    if (entry.kind === 'mark') {
      line.className = 'mark ' + entry.tone;
      const time = entry.at ? ink.clockTime(new Date(entry.at).toISOString()) + '  ' : '';
      line.textContent = '── ' + time + entry.text + ' ';
      return line;
    }
    line.className = 'line ' + entry.level + (entry.more ? ' cont' : '');
    let pieces = entry.pieces;
    if (entry.text.length > LONG && !entry.whole) {
      pieces = [[entry.text.slice(0, LONG), '']];
    }
    const spans = matcher && matcher.find && !matcher.inverse ? matcher.find(entry.text) : [];
    if (spans.length) {
      marked(line, pieces, spans);
    } else {
      pieces.forEach(([text, cls]) => put(line, text, cls));
    }
    if (pieces !== entry.pieces && entry.text.length > LONG) {
      const more = document.createElement('button');
      more.className = 'more';
      more.textContent = '… all ' + ink.bytes(entry.text.length);
      more.addEventListener('click', () => {
        entry.whole = true;
        line.replaceWith(ink.lineElement(entry, matcher));
      });
      line.appendChild(more);
    }
    if (entry.text === '') {
      line.appendChild(document.createElement('br'));
    }
    return line;
  };
})(window.ink);
