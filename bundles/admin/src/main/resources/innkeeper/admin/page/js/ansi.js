// Splits a line with terminal escapes into pieces of text with classes, in one pass. Only colours and weights (SGR) are
// kept; other sequences are removed, and invisible characters are made visible.
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

  // Returns pieces [text, class]; most lines are one piece without a class.
  ink.ansi = function (line) {
    const style = { fg: -1, bg: -1, bold: false, dim: false, italic: false, under: false };
    const pieces = [];
    let text = '';
    let from = 0;
    let i = 0;
    while (i < line.length) {
      const c = line.charCodeAt(i);
      if (!invisible(c)) {
        i++;
        continue;
      }
      text += line.slice(from, i);
      if (c === ESC) {
        const end = skip(line, i);
        if (line[end - 1] === 'm' && line[i + 1] === '[') {
          if (text) {
            pieces.push([text, classes(style)]);
            text = '';
          }
          const codes = line.slice(i + 2, end - 1).slice(0, 64);
          sgr(codes.split(/[;:]/).map((n) => Number(n) || 0), style);
        }
        i = end;
      } else {
        text += c < 0x20 ? String.fromCharCode(0x2400 + c) : '\ufffd';
        i++;
      }
      from = i;
    }
    text += line.slice(from);
    if (text || !pieces.length) {
      pieces.push([text, classes(style)]);
    }
    return pieces;
  };
})(window.ink);
