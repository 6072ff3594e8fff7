// The rows of a log that are in the document: a window over all rows.
(function (ink) {
  'use strict';
  const MORE = 150;
  const MOST_ROWS = 3000;

  // The element in which text is selected; null if none is. A query of the selection itself would force a layout of the
  // whole page.
  let selected = null;
  document.addEventListener('selectionchange', () => {
    const selection = document.getSelection();
    selected = selection.isCollapsed ? null : selection.anchorNode;
  });

  ink.LogWindow = class {
    // options: returns how rows are drawn
    constructor(options) {
      this.options = options;
      this.view = null;
      this.rows = [];
      this.lo = 0;
      this.hi = 0;
      this.here = null; // the marked record
      this.dirty = new Set();
    }

    get box() {
      return this.view && this.view.parentElement;
    }

    get children() {
      return [...this.view.children];
    }

    // Takes new rows.
    take(rows) {
      this.rows = rows;
      this.dirty.clear();
      if (this.view) {
        this.view.textContent = '';
      }
    }

    selecting() {
      return selected !== null && this.view.contains(selected);
    }

    // Makes the elements match the rows in the window; existing elements stay.
    paint() {
      const wanted = this.rows.slice(this.lo, this.hi);
      const keep = new Set(wanted);
      const o = this.options();
      this.children.forEach((e) => keep.has(e.row) || e.remove());
      let e = this.view.firstElementChild;
      for (const row of wanted) {
        if (e && e.row === row) {
          e = this.dirty.has(row) ? this.replace(e, o) : e;
          e = e.nextElementSibling;
        } else {
          this.view.insertBefore(ink.rowElement(row, o), e);
        }
      }
      this.dirty.clear();
      this.markHere();
    }

    replace(element, o) {
      const focused = element.contains(document.activeElement);
      const fresh = ink.rowElement(element.row, o || this.options());
      element.replaceWith(fresh);
      if (focused) {
        fresh.focus({ preventScroll: true });
      }
      return fresh;
    }

    elementOf(row) {
      return this.children.find((e) => e.row === row);
    }

    // Returns the index of the row with this record, or of the first row after it.
    indexOf(rec) {
      let low = 0;
      let high = this.rows.length;
      while (low < high) {
        const mid = (low + high) >> 1;
        if (this.rows[mid].last.id < rec.id) {
          low = mid + 1;
        } else {
          high = mid;
        }
      }
      return low;
    }

    hereIndex() {
      return this.here ? this.rows.findIndex((r) => r.last === this.here) : -1;
    }

    // Shows the last rows; selected text stays in the document.
    showEnd(most) {
      this.hi = this.rows.length;
      this.lo = Math.max(0, this.hi - most);
      if (this.selecting() && this.view.childElementCount < MOST_ROWS) {
        this.lo = Math.max(0, Math.min(this.lo, this.rows.indexOf(this.view.firstElementChild.row)));
      }
    }

    showAround(index) {
      this.lo = Math.max(0, index - MORE);
      this.hi = Math.min(this.rows.length, index + MORE);
    }

    // Keeps the visible rows in place while rows around them come or go.
    holding(change) {
      const anchor = this.anchored();
      change();
      this.hold(anchor);
    }

    anchored() {
      const top = this.box.getBoundingClientRect().top;
      const first = this.children.find((e) => e.row.kind !== 'cut' && e.getBoundingClientRect().bottom > top);
      return first ? { rec: first.row.last, top: first.getBoundingClientRect().top } : null;
    }

    hold(anchor) {
      const row = anchor && this.rows[this.indexOf(anchor.rec)];
      const element = row && this.elementOf(row);
      if (element) {
        this.box.scrollTop += element.getBoundingClientRect().top - anchor.top;
      }
    }

    // Adds rows above; returns false if there are no more.
    above() {
      if (this.lo === 0) {
        return false;
      }
      this.holding(() => {
        this.lo = Math.max(0, this.lo - MORE);
        this.hi = Math.min(this.hi, this.lo + MOST_ROWS);
        this.paint();
      });
      return true;
    }

    // Adds rows below; returns false if there are no more.
    below() {
      if (this.hi >= this.rows.length) {
        return false;
      }
      this.holding(() => {
        this.hi = Math.min(this.rows.length, this.hi + MORE);
        this.lo = Math.max(this.lo, this.hi - MOST_ROWS);
        this.paint();
      });
      return true;
    }

    toEnd() {
      this.box.scrollTop = this.box.scrollHeight;
    }

    atEnd() {
      return this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < 24;
    }

    near(edge, px) {
      const { scrollTop, scrollHeight, clientHeight } = this.box;
      return (edge === 'top' ? scrollTop : scrollHeight - scrollTop - clientHeight) < px;
    }

    // Returns the index of the row in the middle of the visible part.
    middle() {
      const at = this.box.getBoundingClientRect().top + this.box.clientHeight / 2;
      const element = this.children.find((e) => e.getBoundingClientRect().bottom > at);
      return element ? this.rows.indexOf(element.row) : this.rows.length - 1;
    }

    markHere() {
      const { here } = this;
      this.view.querySelectorAll('.here').forEach((e) => e.row.last !== here && e.classList.remove('here'));
      const element = here && this.children.find((e) => e.row.last === here || e.row.rec === here);
      if (element) {
        element.classList.add('here');
      }
      return element;
    }

    retime() {
      if (this.view) {
        this.children.forEach((e) => e.row.kind !== 'cut' && (e.dataset.t = ink.gutterTime(e.row.last.at, e.row.last.late)));
      }
    }
  };
})(window.ink);
