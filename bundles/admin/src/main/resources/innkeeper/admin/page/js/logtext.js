// Splits the text of a line into pieces and searches in it.
(function (ink) {
  'use strict';
  const PIECE = 2000;
  const OVERLAP = 1000;
  const START = 2000;

  ink.RANK = { debug: 0, info: 1, warn: 2, error: 3 };

  // Returns a line without colours and with visible control characters.
  ink.plain = (raw) => {
    const pieces = ink.ansi(raw);
    return pieces.length === 1 ? pieces[0][0] : pieces.map((p) => p[0]).join('');
  };

  // Returns the beginning of a line as ink.plain; a note says how much of a long one is missing.
  ink.start = function (raw) {
    const text = ink.plain(raw);
    return text.length <= START ? text : text.slice(0, START) + '… (' + ink.count(text.length - START) + ' more characters)';
  };

  // Returns whether a repeated group contains a repeat or a choice. A browser can take forever for such a pattern, and
  // cannot be stopped.
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

  // Searches a line in pieces that overlap, because a pattern may take the square of the line's length. The whole line
  // is read; only a match longer than the overlap may be cut.
  function inPieces(text, pattern) {
    const spans = [];
    let end = 0;
    const last = pattern.source[0] === '^' ? 0 : text.length - OVERLAP;
    for (let from = 0; from === 0 || from < last; from += PIECE - OVERLAP) {
      for (const m of text.slice(from, from + PIECE).matchAll(pattern)) {
        const at = from + m.index;
        if (m[0] && at >= end) {
          end = at + m[0].length;
          spans.push([at, end]);
        }
      }
    }
    return spans;
  }

  // Returns the matcher of a query: "text", "!text" for lines without it, "/pattern/" for a regular expression. re is
  // the same in RE2 syntax, for the host's search.
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
      const find = (text) => inPieces(text, pattern);
      return { inverse, find, re: '(?i)' + slashed[1], test: (text) => (find(text).length > 0) !== inverse };
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
    const re = '(?i)' + q.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
    return { inverse, find, re, test: (text) => text.toLowerCase().includes(needle) !== inverse };
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

  // Appends the pieces, split where a match begins and ends.
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

  // Appends pieces as elements and marks the matches in them.
  ink.put = function (parent, pieces, matcher) {
    const spans = matcher && matcher.find && !matcher.inverse ? matcher.find(pieces.map((p) => p[0]).join('')) : [];
    if (spans.length) {
      marked(parent, pieces, spans);
    } else {
      pieces.forEach(([text, cls]) => put(parent, text, cls));
    }
  };
})(window.ink);
