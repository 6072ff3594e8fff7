// The known part of a log: its records and the marks between them, in order. The host decides which lines form a
// record, and its level.
(function (ink) {
  'use strict';
  // A record has at most a thousand lines, so its start is among these lines.
  const RECENT = 1100;

  // late: whether the line was printed some time before, while no host ran.
  function line(raw, at, pos, level, back, detail, ch, late) {
    return {
      kind: 'record', id: 0, ch, late: Boolean(late), raw, at: at ? Date.parse(at) : null, pos: pos || '', level: level || 'info', back: back || 0,
      rest: null, summary: (detail && detail.summary) || '', message: (detail && detail.message) || '',
      fields: (detail && detail.fields) || null, text: null,
    };
  }

  // Returns the lines of an event or an answer.
  ink.wireLines = function (d) {
    const details = new Map((d.details || []).map((x) => [x.line, x]));
    const of = (list, i) => (list ? list[i] : null);
    return d.lines.map((raw, i) =>
      line(raw, of(d.times, i), of(d.positions, i), of(d.levels, i), of(d.records, i), details.get(i), d.channelId, (d.late || []).includes(i)));
  };
  ink.wireEntries = (entries) =>
    entries.map((e) => line(e.line, e.at, e.position, e.level, e.record, e, e.channelId, e.late));

  // Returns a key that is equal for the same line from any source.
  ink.lineKey = (one) => one.ch + ' ' + one.pos;

  // Returns the mark of an event between lines. life: the transition of the project to which it belongs.
  ink.mark = (text, tone, at, life) => ({
    kind: 'mark', id: 0, ch: null, text, tone: tone || '', at: at === undefined ? ink.now() : at, life: life || null, level: 'info',
  });

  ink.recordLines = (rec) => (rec.rest ? [rec.raw].concat(rec.rest.map((r) => r.raw)) : [rec.raw]);
  ink.recordText = function (rec) {
    if (rec.text === null) {
      rec.text = rec.rest ? ink.recordLines(rec).map(ink.plain).join('\n') : ink.plain(rec.raw);
    }
    return rec.text;
  };

  ink.LogBuffer = class {
    constructor(most) {
      this.most = most;
      this.recs = [];
      this.lines = 0;
      this.errors = 0;
      this.warns = 0;
      this.redacted = 0;
      this.recent = new Map();
      this.begins = false; // whether it starts at the start of the log
    }

    // Returns a copy with the same records; later records do not appear in it.
    copy() {
      const copy = Object.assign(new ink.LogBuffer(Infinity), this, { most: Infinity, recs: this.recs.slice() });
      copy.recent = new Map([...this.recent].map(([ch, list]) => [ch, list.slice()]));
      return copy;
    }

    get first() {
      return this.recs.find((r) => r.kind === 'record') || null;
    }

    get last() {
      for (let i = this.recs.length - 1; i >= 0; i--) {
        const r = this.recs[i];
        if (r.kind === 'record') {
          return r.rest ? r.rest[r.rest.length - 1] : r;
        }
      }
      return null;
    }

    // Returns the records after this line, at most so many; null if the line is not kept any more.
    after(last, most) {
      const same = (one) => one === last || (one.pos && one.pos === last.pos && one.ch === last.ch);
      for (let i = this.recs.length - 1; i >= 0; i--) {
        const rec = this.recs[i];
        if (same(rec) || (rec.rest && rec.rest.some(same))) {
          return this.recs.slice(i + 1, i + 1 + most);
        }
      }
      return null;
    }

    count(rec, by) {
      this.errors += rec.level === 'error' ? by : 0;
      this.warns += rec.level === 'warn' ? by : 0;
    }

    take(one) {
      this.lines++;
      this.redacted += one.raw.includes('[REDACTED]') ? 1 : 0;
      let recent = this.recent.get(one.ch);
      if (!recent) {
        this.recent.set(one.ch, (recent = []));
      }
      const rec = one.back > 0 && one.back <= recent.length ? recent[recent.length - one.back] : null;
      recent.push(rec || one);
      if (recent.length > 2 * RECENT) {
        recent.splice(0, RECENT);
      }
      return rec;
    }

    grow(rec, one) {
      this.count(rec, -1);
      (rec.rest = rec.rest || []).push(one);
      rec.level = one.level;
      rec.summary = one.summary || rec.summary;
      rec.text = null;
      this.count(rec, 1);
    }

    // Appends lines and marks. Returns the new records, and the older ones that grew.
    append(entries) {
      const fresh = [];
      const grown = new Set();
      let id = this.recs.length ? this.recs[this.recs.length - 1].id : 0;
      for (const one of entries) {
        const rec = one.kind === 'mark' ? null : this.take(one);
        if (rec) {
          this.grow(rec, one);
          grown.add(rec);
        } else {
          one.id = ++id;
          this.recs.push(one);
          fresh.push(one);
          this.count(one, 1);
        }
      }
      if (this.lines > this.most + 1000) {
        this.trim();
      }
      return { fresh, grown };
    }

    // Appends lines and marks, and moves those whose time requires it between the last records. late: whether some were
    // moved.
    merge(entries) {
      const { fresh, grown } = this.append(entries);
      const known = this.recs.length - fresh.length;
      let begin = known;
      while (begin > 0 && fresh.length && fresh[0].time < this.recs[begin - 1].time) {
        begin--;
      }
      const late = begin < known;
      if (late) {
        const tail = this.recs.splice(begin).slice(0, known - begin);
        let at = 0;
        for (const rec of tail) {
          const low = this.recs.length ? this.recs[this.recs.length - 1].id : rec.id - 1;
          const run = [];
          while (at < fresh.length && fresh[at].time < rec.time) {
            run.push(fresh[at++]);
          }
          // Ids only define the order, so records between two others get fractions.
          run.forEach((one, i) => (one.id = low + ((rec.id - low) * (i + 1)) / (run.length + 1)));
          this.recs.push(...run, rec);
        }
        this.recs.push(...fresh.slice(at));
      }
      return { fresh, grown, late };
    }

    trim() {
      let over = this.lines - this.most;
      let i = 0;
      for (; over > 0 && i < this.recs.length - 1; i++) {
        const rec = this.recs[i];
        const lines = rec.kind === 'record' ? 1 + (rec.rest ? rec.rest.length : 0) : 0;
        over -= lines;
        this.lines -= lines;
        this.count(rec, -1);
      }
      this.recs.splice(0, i);
      this.begins = false;
    }

    // Inserts lines before all others. The first known record may turn out to continue one of them.
    prepend(entries, continued) {
      const before = new ink.LogBuffer(Infinity);
      before.append(entries);
      const head = this.first;
      if (continued && head) {
        const list = before.recent.get(head.ch) || [];
        const rec = list[list.length - continued];
        if (rec) {
          this.recs.splice(this.recs.indexOf(head), 1);
          this.count(head, -1);
          // The live log may share this object, so it is not changed.
          [Object.assign({}, head, { rest: null })].concat(head.rest || []).forEach((one) => before.grow(rec, one));
          rec.summary = head.summary || rec.summary;
        }
      }
      let id = (this.recs.length ? this.recs[0].id : 1) - before.recs.length;
      before.recs.forEach((rec) => (rec.id = id++));
      this.recs = before.recs.concat(this.recs);
      this.lines += before.lines;
      this.redacted += before.redacted;
      this.errors += before.errors;
      this.warns += before.warns;
      return before.recs;
    }
  };
})(window.ink);
