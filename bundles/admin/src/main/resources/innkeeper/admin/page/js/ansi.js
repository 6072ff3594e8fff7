// Splits a line with terminal escapes into pieces of text with classes, in one pass. Colours and weights (SGR) and moves
// within the line have their effect; other sequences are removed, and invisible characters are made visible.
(function (ink) {
  'use strict';
  const ESC = 0x1b;
  const ORDER = [0, 1, 2, 3, 4, 5, 6, 7];
  const BASE = [
    [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0],
    [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
  ];

  // Maps 256 and true colours to the nearest of eight, so that the page's palette keeps its contrast.
  function nearest(r, g, b) {
    let best = 7;
    let least = Infinity;
    for (const i of ORDER) {
      const [x, y, z] = BASE[i];
      const d = (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2;
      if (d < least) {
        least = d;
        best = i;
      }
    }
    return best;
  }

  function indexed(n) {
    if (n < 16) {
      return n & 7;
    }
    if (n >= 232) {
      const grey = 8 + (n - 232) * 10;
      return nearest(grey, grey, grey);
    }
    const level = (v) => (v ? 55 + v * 40 : 0);
    const m = n - 16;
    return nearest(level(Math.floor(m / 36)), level(Math.floor(m / 6) % 6), level(m % 6));
  }

  function sgr(codes, style) {
    for (let i = 0; i < codes.length; i++) {
      const c = codes[i];
      if (c === 0) {
        style.fg = style.bg = -1;
        style.bold = style.dim = style.italic = style.under = false;
      } else if (c === 1) {
        style.bold = true;
      } else if (c === 2) {
        style.dim = true;
      } else if (c === 3) {
        style.italic = true;
      } else if (c === 4) {
        style.under = true;
      } else if (c === 22) {
        style.bold = style.dim = false;
      } else if (c === 23) {
        style.italic = false;
      } else if (c === 24) {
        style.under = false;
      } else if (c >= 30 && c <= 37) {
        style.fg = c - 30;
      } else if (c >= 90 && c <= 97) {
        style.fg = c - 90;
      } else if (c === 39) {
        style.fg = -1;
      } else if ((c >= 40 && c <= 47) || (c >= 100 && c <= 107)) {
        style.bg = c % 10;
      } else if (c === 49) {
        style.bg = -1;
      } else if (c === 38 || c === 48) {
        let colour = -1;
        if (codes[i + 1] === 5) {
          colour = indexed(codes[i + 2] & 255);
          i += 2;
        } else if (codes[i + 1] === 2) {
          colour = nearest(codes[i + 2] & 255, codes[i + 3] & 255, codes[i + 4] & 255);
          i += 4;
        }
        style[c === 38 ? 'fg' : 'bg'] = colour;
      }
    }
  }

  function classes(s) {
    let out = s.fg >= 0 ? 'a' + s.fg : '';
    out += s.bg >= 0 ? ' b' + s.bg : '';
    out += s.bold ? ' ab' : '';
    out += s.dim ? ' ad' : '';
    out += s.italic ? ' ai' : '';
    return out + (s.under ? ' au' : '');
  }

  // The joiners U+200C and U+200D do not count, because emoji and some scripts need them.
  function invisible(c) {
    return (
      (c < 0x20 && c !== 9) || (c >= 0x7f && c <= 0x9f) ||
      c === 0x200b || c === 0x200e || c === 0x200f || (c >= 0x202a && c <= 0x202e) ||
      (c >= 0x2066 && c <= 0x2069) || c === 0xfeff
    );
  }

  function skip(line, at) {
    const kind = line.charCodeAt(at + 1);
    if (kind === 0x5b) {
      let i = at + 2;
      while (i < line.length && line.charCodeAt(i) >= 0x20 && line.charCodeAt(i) <= 0x3f) {
        i++;
      }
      return i + 1;
    }
    if (kind === 0x5d || kind === 0x50 || kind === 0x58 || kind === 0x5e || kind === 0x5f) {
      for (let i = at + 2; i < line.length; i++) {
        const c = line.charCodeAt(i);
        if (c === 7) {
          return i + 1;
        }
        if (c === ESC) {
          return line.charCodeAt(i + 1) === 0x5c ? i + 2 : i;
        }
      }
      return at + 2;
    }
    return at + 2;
  }

  // The largest step of one move, as in the host's SeenText.
  const FARTHEST = 500;

  // Returns the pieces that a terminal shows in the end: a progress bar is its last state. A piece [number, class, move]
  // is a move by the final byte of its sequence: C right, D left, G to a column, K erases the rest (0) or all (2).
  function settle(pieces, most) {
    const chars = [];
    const looks = [];
    let at = 0;
    for (const [text, cls, move] of pieces) {
      const n = move ? Math.min(FARTHEST, parseInt(text, 10) || 0) : 0;
      if (!move) {
        for (const c of text) {
          chars[at] = c;
          looks[at++] = cls;
        }
      } else if (move === 'K') {
        at = n === 2 ? 0 : at;
        chars.length = n === 1 ? chars.length : at;
      } else {
        const to = move === 'G' ? Math.max(1, n) - 1 : at + (move === 'C' ? 1 : -1) * Math.max(1, n);
        at = Math.max(0, Math.min(most, to));
        while (chars.length < at) {
          looks[chars.length] = '';
          chars.push(' ');
        }
      }
    }
    const settled = [];
    let from = 0;
    for (let i = 1; i <= chars.length; i++) {
      if (i === chars.length || looks[i] !== looks[from]) {
        settled.push([chars.slice(from, i).join(''), looks[from]]);
        from = i;
      }
    }
    return settled.length ? settled : [['', '']];
  }

  // Returns pieces [text, class]; most lines are one piece without a class.
  ink.ansi = function (line) {
    const style = { fg: -1, bg: -1, bold: false, dim: false, italic: false, under: false };
    const pieces = [];
    let text = '';
    let moves = false;
    let from = 0;
    let i = 0;
    let end = line.length;
    while (line[end - 1] === '\r') {
      end--;
    }
    const piece = function () {
      if (text) {
        pieces.push([text, classes(style)]);
        text = '';
      }
    };
    const move = function (number, how) {
      piece();
      pieces.push([number, '', how]);
      moves = true;
    };
    while (i < end) {
      const c = line.charCodeAt(i);
      if (!invisible(c)) {
        i++;
        continue;
      }
      text += line.slice(from, i);
      if (c === ESC) {
        const after = skip(line, i);
        const last = line[i + 1] === '[' ? line[after - 1] : '';
        const codes = line.slice(i + 2, after - 1).slice(0, 64);
        if (last === 'm') {
          piece();
          sgr(codes.split(/[;:]/).map((n) => Number(n) || 0), style);
        } else if (last && 'CDGK'.includes(last)) {
          move(codes, last);
        }
        i = after;
      } else if (c === 13 || c === 8) {
        move('1', c === 13 ? 'G' : 'D');
        i++;
      } else {
        text += c < 0x20 ? String.fromCharCode(0x2400 + c) : '\ufffd';
        i++;
      }
      from = i;
    }
    text += line.slice(from, end);
    if (text || !pieces.length) {
      pieces.push([text, classes(style)]);
    }
    return moves ? settle(pieces, line.length) : pieces;
  };
})(window.ink);
