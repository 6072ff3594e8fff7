// Builds the elements of a log row without a library, because hundreds come and go each second.
(function (ink) {
  'use strict';
  // A text that is longer than four rows of a wide window.
  const CLAMPED = 2000;
  const LONG = 16384;
  const SHORT = 200;
  const FIELDS = 3;
  // First lines without information about the event.
  const REPLACED = /^\s*(Traceback \(most recent call last\):?|[=*-]{3,}.*)?\s*$/;
  const FRAME = /^\s+(?:at |File "|\.\.\. \d+ more|from |#\d+ )|^\s*\d+: |^\t/;

  const make = function (tag, cls, text) {
    const element = document.createElement(tag);
    if (cls) {
      element.className = cls;
    }
    if (text !== undefined) {
      element.textContent = text;
    }
    return element;
  };

  const button = function (parent, say, act, cls) {
    const b = make('button', cls || 'link', say);
    b.addEventListener('click', (e) => {
      e.stopPropagation();
      act();
    });
    parent.append(b);
    return b;
  };

  function countedLines(rec) {
    const frames = rec.rest.filter((one) => FRAME.test(one.raw)).length;
    return frames ? ink.plural(frames, 'frame') : ink.plural(rec.rest.length, 'more line');
  }

  // Returns the first line of a row; for a stack trace, its exception.
  function head(rec) {
    if (rec.message) {
      return [[rec.message, '']];
    }
    const summary = rec.rest && rec.summary;
    const first = ink.plain(rec.raw);
    if (!summary || first.includes(ink.plain(summary))) {
      return ink.ansi(rec.raw);
    }
    return REPLACED.test(first) ? [[ink.plain(summary), '']] : ink.ansi(rec.raw).concat([['  ' + ink.plain(summary), 'ab']]);
  }

  function shownFields(rec) {
    return Object.entries(rec.fields || {}).slice(0, FIELDS)
      .map(([k, v]) => k + '=' + (v.length > 60 ? v.slice(0, 60) + '…' : v)).join('  ');
  }

  const lengthOf = (pieces) => pieces.reduce((n, p) => n + p[0].length, 0);

  // Adds a button that shows the rest of a line.
  function showAll(parent, length, line, row) {
    const all = () => {
      line.whole = true;
      ink.view.repaint(row);
    };
    button(parent, '… all ' + ink.count(length) + ' characters', all, 'fold');
  }

  // Cuts pieces to the length that four rows can show, unless the row is displayed whole.
  function cut(pieces, most) {
    const all = [];
    let left = most;
    for (const [text, cls] of pieces) {
      if (left <= 0) {
        break;
      }
      all.push([text.slice(0, left), cls]);
      left -= text.length;
    }
    return all;
  }

  function text(parent, rec, o) {
    const pieces = head(rec);
    const length = lengthOf(pieces);
    const most = rec.open || o.nowrap ? LONG : CLAMPED;
    ink.put(parent, length > most && !rec.whole ? cut(pieces, most) : pieces, o.matcher);
    const fields = shownFields(rec);
    if (fields) {
      parent.append(' ');
      const span = make('span', 'ad');
      ink.put(span, [[fields, '']], o.matcher);
      parent.append(span);
    }
    if (length === 0) {
      parent.append(make('br'));
    }
    return length > most && !rec.whole ? length : 0;
  }

  // Returns a value that is JSON as a tree.
  function value(raw) {
    if (/^[[{]/.test(raw) && raw.length < LONG) {
      try {
        return tree(JSON.parse(raw));
      } catch (e) {
        return document.createTextNode(raw);
      }
    }
    return document.createTextNode(raw);
  }

  function tree(node) {
    if (node === null || typeof node !== 'object') {
      return document.createTextNode(String(node));
    }
    const list = make('ul', 'tree');
    for (const [k, v] of Object.entries(node)) {
      const item = make('li');
      item.append(make('span', 'ad', k + ': '), tree(v));
      list.append(item);
    }
    return list;
  }

  function fields(rec) {
    const table = make('table', 'logfields');
    for (const [k, v] of Object.entries(rec.fields)) {
      const row = make('tr');
      const th = make('th', '', k);
      th.scope = 'row';
      const td = make('td');
      td.append(value(v));
      const acts = make('td', 'acts');
      button(acts, 'only this', () => ink.logOnly(k, v, false)).setAttribute('aria-label', 'Only records whose ' + k + ' is this');
      button(acts, 'not this', () => ink.logOnly(k, v, true)).setAttribute('aria-label', 'No records whose ' + k + ' is this');
      button(acts, 'copy', () => ink.copy(v, k)).setAttribute('aria-label', 'Copy ' + k);
      row.append(th, td, acts);
      table.append(row);
    }
    return table;
  }

  // Returns the details of an open row, below its first line.
  function details(row, o) {
    const rec = row.last;
    const box = make('div', 'opened');
    if (rec.fields) {
      box.append(fields(rec));
    }
    (rec.rest || []).forEach((one) => {
      const line = make('div', 'rest');
      const pieces = ink.ansi(one.raw);
      const length = lengthOf(pieces);
      ink.put(line, one.whole ? pieces : cut(pieces, LONG), o.matcher);
      if (length > LONG && !one.whole) {
        showAll(line, length, one, row);
      }
      box.append(line);
    });
    if (rec.rest && REPLACED.test(ink.plain(rec.raw))) {
      const first = make('div', 'rest');
      ink.put(first, ink.ansi(rec.raw), o.matcher);
      box.prepend(first);
    }
    const acts = make('p', 'rowacts');
    if (rec.at !== null) {
      acts.append(make('span', 'quiet', rec.late ? 'printed while no host ran, read at ' + ink.full(rec.at) : ink.full(rec.at)));
    }
    button(acts, rec.rest ? 'Copy record' : 'Copy line', () => ink.copy(ink.recordLines(rec).map(ink.plain).join('\n'), rec.rest ? 'The record' : 'The line'));
    if (rec.fields) {
      button(acts, 'Copy as printed', () => ink.copy(rec.raw, 'The line'));
    }
    if (rec.at !== null) {
      button(acts, 'Copy link', () => ink.copy(ink.lineLink(rec), 'The link'));
    }
    if (o.filtered || o.several) {
      button(acts, 'Context', () => ink.view.context(rec));
    }
    box.append(acts);
    return box;
  }

  // Returns the element of a row. o: { matcher, nowrap, filtered, several: whether several logs are displayed }
  ink.rowElement = function (row, o) {
    const element = make('div');
    element.row = row;
    element.tabIndex = -1;
    if (row.kind === 'cut') {
      element.className = 'cut';
      element.removeAttribute('tabindex');
      return element;
    }
    element.dataset.t = ink.gutterTime(row.last.at, row.last.late);
    if (row.kind === 'mark') {
      element.className = 'mark ' + row.marks[row.marks.length - 1].tone;
      element.textContent = '── ' + (o.several && row.rec.ch ? ink.nameOf(row.rec.ch) + ': ' : '') + ink.markText(row) + ' ';
      return element;
    }
    const rec = row.last;
    element.className = 'line ' + rec.level + (row.context ? ' context' : '') + (rec.open ? ' open' : '');
    if (o.several) {
      element.dataset.p = ink.nameOf(rec.ch);
      element.classList.add('p' + (o.several.indexOf(rec.ch) % 6));
    }
    const first = make('div', 'said');
    element.append(first);
    const left = text(first, rec, o);
    // These parts are outside the text, so that they are not cut off with it.
    const side = first.textContent.length < SHORT ? first : element;
    if (row.count > 1) {
      side.append(' ', make('span', 'times', '× ' + ink.count(row.count)));
    }
    if (rec.rest || rec.fields) {
      side.append(' ');
      const fold = button(side, (rec.rest ? countedLines(rec) : 'fields') + (rec.open ? ' ▾' : ' ▸'), () => ink.view.open(row), 'fold');
      fold.tabIndex = -1;
      fold.setAttribute('aria-expanded', String(Boolean(rec.open)));
    } else if (left && !rec.open) {
      button(element, '… all ' + ink.count(left) + ' characters', () => ink.view.open(row), 'fold').tabIndex = -1;
    }
    if (rec.open) {
      if (left) {
        showAll(element, left, rec, row);
      }
      element.append(details(row, o));
    }
    return element;
  };
})(window.ink);
