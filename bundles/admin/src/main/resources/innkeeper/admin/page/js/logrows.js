// Computes the rows of a log from its records: filters them, folds equal ones into one, and folds marks to one for each
// transition.
(function (ink) {
  'use strict';
  const CONTEXT = 3;
  const TIME = /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[\d.,]*(?:Z|[+-]\d\d:?\d\d)?\]?\s*/;
  // The states that end a transition.
  const SETTLED = ['RUNNING', 'STOPPED', 'FATAL', 'EXITED', 'BACKOFF'];
  // The actions that begin a transition.
  const ASKED = ['project.start', 'project.stop', 'project.restart'];
  const LATE_MS = 2000;

  // Returns the key of equal records: all parts except a time in the line itself.
  function key(rec) {
    if (rec.fields) {
      return rec.ch + rec.level + rec.message + JSON.stringify(rec.fields);
    }
    const text = rec.rest ? ink.recordLines(rec).join('\n') : rec.raw;
    const c = text.charCodeAt(0);
    return (c >= 48 && c <= 57) || c === 91 ? text.replace(TIME, '') : text;
  }

  const same = (a, b) =>
    a.raw.length > 0 && a.level === b.level && a.ch === b.ch && Boolean(a.rest) === Boolean(b.rest) &&
    (!a.rest || a.rest.length === b.rest.length) && key(a) === key(b);

  const settled = (row) => row.marks.some((m) => m.life && SETTLED.includes(m.life.state));

  // Returns whether a mark belongs to the transition of this row.
  function joins(row, mark) {
    if (!row || row.kind !== 'mark' || !mark.life || !row.marks[0].life || row.rec.ch !== mark.ch) {
      return false;
    }
    // A mark from another time belongs to another transition, whenever it arrives.
    const [first, end] = [row.marks[0], row.marks[row.marks.length - 1]];
    const under = row.marks.some((m) => m.life.state) && !settled(row);
    if (mark.at < first.at - LATE_MS || (!under && mark.at > end.at + LATE_MS)) {
      return false;
    }
    const asked = (m) => ASKED.includes(m.life.action);
    if (asked(mark) && row.marks.some(asked)) {
      return false;
    }
    // The request and the exit may be reported after the states.
    return !settled(row) || (asked(mark) ? mark.at <= end.at : mark.life.action === 'project.exit' && mark.at - row.marks[0].at < LATE_MS);
  }

  ink.LogRows = class {
    // look: { matcher, least, only: [{ key, value, not }], filtering, marks }
    constructor(look) {
      this.look = look;
      this.rows = [];
      this.passed = 0;
      this.gap = []; // records since the last row that do not match; some may become context
      this.trailing = 0;
      this.skipped = false;
      this.filtered = look.filtering && (look.least > 0 || Boolean(look.matcher) || look.only.length > 0);
      this.repaint = () => {};
    }

    passes(rec) {
      const { least, matcher, only } = this.look;
      return ink.RANK[rec.level] >= least &&
        only.every((o) => ((rec.fields || {})[o.key] === o.value) !== o.not) &&
        (!matcher || matcher.test(ink.recordText(rec)));
    }

    push(row) {
      this.rows.push(row);
      return row;
    }

    row(rec, context) {
      return { kind: 'record', rec, last: rec, count: 1, context, open: false };
    }

    add(rec) {
      const last = this.rows[this.rows.length - 1];
      if (rec.kind === 'mark') {
        if (rec.life && (this.look.marks === false || (this.filtered && (this.look.matcher || this.look.only.length)))) {
          return;
        }
        if (joins(last, rec)) {
          last.marks.push(rec);
          last.last = rec;
          this.repaint(last);
        } else {
          this.push({ kind: 'mark', rec, last: rec, marks: [rec], count: 1, open: false });
        }
        return;
      }
      if (!this.filtered) {
        this.show(rec);
      } else if (this.passes(rec)) {
        this.flushGap();
        this.show(rec);
        this.trailing = CONTEXT;
      } else if (this.trailing > 0) {
        this.trailing--;
        this.push(this.row(rec, true));
      } else {
        this.gap.push(rec);
        if (this.gap.length > CONTEXT) {
          this.gap.shift();
          this.skipped = true;
        }
      }
    }

    flushGap() {
      if (this.skipped && this.rows.length) {
        const place = { id: this.gap[0].id - 0.5, at: null };
        this.push({ kind: 'cut', rec: place, last: place, count: 1 });
      }
      this.gap.forEach((rec) => this.push(this.row(rec, true)));
      this.gap = [];
      this.skipped = false;
    }

    show(rec) {
      this.fold();
      this.passed++;
      const last = this.rows[this.rows.length - 1];
      if (last && last.kind === 'record' && !last.context && !last.open && !rec.rest && same(last.last, rec)) {
        last.count++;
        last.last = rec;
        this.repaint(last);
      } else {
        this.push(this.row(rec, false));
      }
    }

    // Compares the last record with the one before. This is possible only when it has ended.
    fold() {
      const last = this.rows[this.rows.length - 1];
      const before = this.rows[this.rows.length - 2];
      if (last && before && last.kind === 'record' && before.kind === 'record' && last.rec.rest && !last.open &&
          !last.context && !before.context && !before.open && same(before.last, last.rec)) {
        before.count += last.count;
        before.last = last.last;
        this.rows.pop();
        this.repaint(before);
      }
    }

    // Updates the row of a record that got more lines.
    grown(rec) {
      for (let i = this.rows.length - 1; i >= 0 && i > this.rows.length - 50; i--) {
        const row = this.rows[i];
        if (row.rec === rec && row.count === 1) {
          if (row.context && this.passes(rec)) {
            row.context = false;
            this.passed++;
          }
          this.repaint(row);
          return;
        }
        if (row.last === rec && row.kind === 'record') {
          row.count--;
          row.last = row.rec;
          this.repaint(row);
          this.rows.splice(i + 1, 0, this.row(rec, row.context));
          return;
        }
      }
      const at = this.gap.indexOf(rec);
      if (this.filtered && at >= 0 && this.passes(rec)) {
        this.gap.splice(at, 1);
        this.flushGap();
        this.push(this.row(rec, false));
        this.passed++;
        this.trailing = CONTEXT;
      }
    }

    // Removes the rows of records that are not kept any more.
    dropBefore(id) {
      let n = 0;
      while (n < this.rows.length && this.rows[n].last.id < id) {
        n++;
      }
      this.rows.splice(0, n);
      return n;
    }
  };

  // Returns a row of marks as one sentence.
  ink.markText = function (row) {
    const states = row.marks.filter((m) => m.life && m.life.state).map((m) => m.life.state).filter((state, i, all) => state !== all[i - 1]);
    if (row.marks.length === 1 || !row.marks[0].life) {
      return row.rec.text;
    }
    const reasons = row.marks.map((m) => (m.life.state ? ink.within(m.life.reason) : m.text)).filter(Boolean);
    return [states.join(' → '), [...new Set(reasons)].join(' · ')].filter(Boolean).join(' – ');
  };
})(window.ink);
