// Loads a log into the page: its end comes by events, other parts by requests.
(function (ink) {
  'use strict';
  const MORE = 1000;
  const AROUND = 300;
  // The number of lines before a page of newer ones, so that a record across its start stays whole.
  const OVERLAP = 50;
  const MOST_POLLED = 20000;

  // The lines that have no end yet.
  ink.begun = [];
  let asking = false;

  const who = (e) => {
    const a = e.actor || {};
    return (a.program || a.via || '') + (a.uid ? ' (uid ' + a.uid + ')' : '');
  };
  const turned = (archive) => ink.mark('rotated: ' + archive, '', null);

  function stateMark(d) {
    const tone = d.state === 'FATAL' ? 'err' : d.state === 'BACKOFF' ? 'warn' : '';
    const at = Date.parse(d.at || d.stateSince);
    return ink.mark(d.state + (d.reason ? ' – ' + ink.within(d.reason) : ''), tone, at, { state: d.state, reason: d.reason || '' });
  }

  function auditMark(d) {
    const text = d.action + ' by ' + who(d) + (d.detail ? ': ' + ink.within(d.detail) : '');
    return ink.mark(text, d.outcome === 'ok' ? '' : 'warn', Date.parse(d.ts), { action: d.action });
  }

  // The last lines before it may arrive later: they are sent up to thirty times a second.
  const PACE_MS = 60;
  const several = () => Boolean(ink.severalLogs());
  const mine = (id) => (ink.severalLogs() || [ink.logId()]).includes(id);
  function later(id, mark) {
    setTimeout(() => mine(id) && come(id, [mark]), PACE_MS);
  }

  // The keys of polled lines: a stream that continues from its last position sends them again.
  const polled = new Set();
  function remember(entries) {
    entries.forEach((one) => polled.add(ink.lineKey(one)));
    for (const key of polled) {
      if (polled.size <= MOST_POLLED) {
        break;
      }
      polled.delete(key);
    }
  }

  // Takes lines, and marks between them, of one of the displayed logs.
  function come(id, all, reset) {
    const entries = reset ? all : all.filter((one) => !polled.delete(ink.lineKey(one)));
    if (several()) {
      entries.forEach((one) => (one.ch = id));
      ink.merged.lines(id, entries, reset);
    } else {
      ink.view.add(entries);
    }
  }

  // Returns the lines of a tail with the marks between them.
  function told(d) {
    const all = [];
    const lines = ink.wireLines(d);
    const marks = d.marks.slice();
    const turns = d.turns.slice();
    for (let i = 0; i <= lines.length; i++) {
      while (turns.length && turns[0].line <= i) {
        all.push(turned(turns.shift().archive));
      }
      while (marks.length && lines.length - marks[0].back <= i) {
        const mark = marks.shift();
        all.push(mark.audit ? auditMark(mark.audit) : stateMark(mark));
      }
      if (i < lines.length) {
        all.push(lines[i]);
      }
    }
    return all;
  }

  // Runs one request at a time and reports its failure.
  async function ask(work) {
    if (asking) {
      return;
    }
    asking = true;
    try {
      await work();
    } catch (e) {
      ink.toast(e.message, { tone: 'err' });
    } finally {
      asking = false;
    }
  }

  // Splits the lines of a page at its position.
  function split(d, before) {
    const lines = ink.wireLines(d);
    const at = d.positions.indexOf(d.position);
    return [lines.slice(0, at < 0 ? before : at), lines.slice(at < 0 ? before : at)];
  }

  ink.log = {
    clear() {
      ink.begun = [];
      polled.clear();
      ink.merged.clear();
      ink.view.clear();
    },
    lines(d) {
      if (!mine(d.channelId)) {
        return;
      }
      const entries = (d.ended ? [turned(d.ended)] : []).concat(d.marks ? told(d) : ink.wireLines(d));
      const begins = !d.truncated && d.lines.length < (several() ? ink.merged.tail(ink.severalLogs().length) : ink.TAIL);
      if (!several()) {
        if (d.reset) {
          ink.log.clear();
          ink.view.live().begins = begins;
        }
        ink.view.loaded();
      }
      come(d.channelId, entries, d.reset && { begins });
    },
    // Takes the lines that a server has begun but not ended: a prompt, progress dots.
    unfinished(d) {
      if (mine(d.channelId)) {
        ink.begun = ink.begun.filter((one) => one.ch !== d.channelId).concat(d.lines.map((text) => ({ ch: d.channelId, text })));
        ink.view.changed();
      }
    },
    gap(d) {
      if (d.what === 'log' && mine(d.channelId)) {
        come(d.channelId, [ink.mark('lines are missing here: ' + d.detail, 'warn')]);
      }
    },
    // Loads the lines before those that are displayed.
    older() {
      const shown = ink.view.shown();
      const first = shown.first;
      if (!first || shown.begins) {
        return;
      }
      if (several()) {
        ask(() => ink.merged.older(shown, first));
        return;
      }
      if (!first.pos) {
        shown.begins = true;
        return;
      }
      ask(async () => {
        const d = await ink.logPlace(ink.logId(), { position: first.pos, before: MORE, lines: 1 });
        const [before, from] = split(d, d.lines.length - 1);
        shown.begins = before.length === 0;
        shown.prepend(before, from.length ? from[0].back : 0);
        ink.view.changed('older');
      });
    },
    // Loads the lines after those that are displayed, if the page has not kept them.
    newer() {
      const shown = ink.view.shown();
      const last = shown.last;
      if (!last || !last.pos) {
        return;
      }
      if (several()) {
        ask(() => ink.merged.newer(shown, last));
        return;
      }
      ask(async () => {
        const d = await ink.logPlace(ink.logId(), { position: last.pos, before: OVERLAP, lines: MORE / 2 });
        const fresh = split(d, 0)[1].slice(1);
        ink.view.changed(shown.append(fresh).fresh);
      });
    },
    // Displays the log at a time or at a position; the address then has that time.
    goTo(id, time, position) {
      return ask(async () => {
        let at = position;
        if (!at) {
          at = (await ink.logPlace(id, { time, zone: ink.zoneName(), first: true })).position;
        }
        let d;
        try {
          d = await ink.logPlace(id, { position: at, before: AROUND, lines: AROUND });
        } catch (e) {
          if (!position || e.status !== 410) {
            throw e;
          }
          return ink.log.gone(time);
        }
        const [before, from] = split(d, 0);
        const buffer = new ink.LogBuffer(Infinity);
        buffer.begins = before.length < AROUND;
        buffer.append(before.concat(from));
        const wanted = from[0] && (buffer.recs.find((r) => r === from[0] || (r.rest && r.rest.includes(from[0]))) || null);
        ink.view.past(buffer, wanted || buffer.recs[buffer.recs.length - 1] || null);
        const shownAt = wanted ? wanted.at : null;
        if (shownAt !== null) {
          ink.landed(new Date(shownAt).toISOString() + (position ? ',' + position : ''));
        }
        ink.toast(shownAt === null ? 'Nothing was logged at that time or later; this is the end of the log.'
          : (!position && before.length === 0 ? 'The log begins at ' : 'The log at ') + ink.when(shownAt) + '.');
      });
    },
    gone(time) {
      ink.toast('That line was deleted with its archive' + (time ? '; showing that time instead.' : '.'), { tone: 'warn' });
      asking = false;
      return time ? ink.log.goTo(ink.logId(), time) : null;
    },
    // The user has returned to the end of the log.
    left() {
      if (ink.state.at.at) {
        ink.go({ at: '' }, true);
      }
    },
    // Without a stream, the new lines of a tail are those after the known ones.
    polled(tail) {
      if (tail.entries) {
        const entries = ink.wireEntries(tail.entries);
        remember(entries);
        ink.merged.polled(entries);
        return;
      }
      const lines = ink.wireLines(tail);
      const last = ink.view.live().last;
      ink.view.loaded();
      const at = last ? lines.findIndex((one) => one.pos && one.pos === last.pos) : -1;
      if (last && at < 0) {
        ink.view.add([ink.mark('some lines may be missing here', 'warn')]);
      }
      const fresh = lines.slice(at + 1).filter((one) => one.pos);
      remember(fresh);
      ink.view.add(fresh);
    },
    // Adds the project's lifecycle events to its log.
    event(type, d) {
      const id = d.channelId;
      if (type === 'project' && mine(id) && !d.removed) {
        const old = ink.project(id);
        if (old && old.state !== d.state) {
          later(id, stateMark(d));
        }
      } else if (type === 'audit' && mine(id) && d.action !== 'project.define') {
        later(id, auditMark(d));
      }
    },
  };

  // Returns the address of a record: its time, and its position among records with the same time.
  ink.lineLink = (rec) => location.origin + location.pathname +
    ink.fragment({ p: rec.ch || ink.logId(), q: '', lvl: 'all', at: new Date(rec.at).toISOString() + (rec.pos ? ',' + rec.pos : '') });
})(window.ink);
