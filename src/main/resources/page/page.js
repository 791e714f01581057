// Charts and tables of a finished page. Without it the page reads the same; its values stand beside each chart as JSON.
(() => {
  const words = JSON.parse(document.getElementById('words').textContent);
  const dash = '–';
  const say = (key, ...values) => words[key].replace(/\{(\d)}/g, (_, i) => values[i]);
  const {abs, max, min, floor, ceil, log10} = Math;

  // Numbers and times, as the rest of the page writes them.

  const fixed = (value, digits) => value.toLocaleString('en', {minimumFractionDigits: digits, maximumFractionDigits: digits});
  const trimmed = (value, digits) => value.toLocaleString('en', {maximumFractionDigits: digits});
  const brief = value => trimmed(value, abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3);
  const withUnit = (text, unit) => text + (unit && !/^[%/]/.test(unit) ? ' ' : '') + unit;
  const clock = seconds =>
    (seconds < 0 ? '−' : '') + floor(abs(seconds) / 60) + ':' + String(floor(abs(seconds) % 60)).padStart(2, '0');

  // Small things.

  const set = (made, attributes, ...children) => {
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...children);
    return made;
  };
  const html = (name, ...rest) => set(document.createElement(name), ...rest);
  const draw = (parent, name, ...rest) =>
    parent.appendChild(set(document.createElementNS('http://www.w3.org/2000/svg', name), ...rest));
  const round = value => Math.round(value * 10) / 10;
  const rule = (parent, role, x1, y1, x2, y2) =>
    draw(parent, 'path', {stroke: `var(--${role})`, d: `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`});
  const box = (parent, name, x, y, width, height) => draw(parent, 'rect', {class: name, x, y, width, height});
  const label = (parent, style, x, y, anchor, text) =>
    draw(parent, 'text', {class: style, x: round(x), y: round(y), 'text-anchor': anchor}, text);
  const clamp = (value, low, high) => max(low, min(high, value));
  const widthOf = text => [...text].reduce((sum, c) => sum + (c >= '⺀' ? 14 : 7.2), 0);
  const nearest = (all, value) => all.reduce((best, one, i) => abs(one - value) < abs(all[best] - value) ? i : best, 0);

  // Marks of the axes, by the rules of the drawn charts.

  const ticksUpTo = (highest, isWhole) => {
    const top = highest > 0 ? highest : 1;
    const power = 10 ** floor(log10(top / 5));
    const factor = [1, 2, 2.5, 5, 10].find(fits => top / 5 / power <= fits);
    const step = +(isWhole ? max(1, factor === 2.5 && power === 1 ? 2 : factor * power) : factor * power).toPrecision(3);
    const decimals = (String(step).split('.')[1] || '').length;
    const count = ceil(top / step - 1e-9);
    return {low: 0, high: count * step, marks: Array.from({length: count + 1}, (_, i) => [i * step, fixed(i * step, decimals)])};
  };
  const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];
  const timeTicks = (from, to, width) => {
    const step = timeSteps.find(fits => (to - from) / fits <= floor(width / 75)) || 864000;
    const first = ceil(from / step - 1e-9);
    return Array.from({length: floor(to / step + 1e-9) - first + 1}, (_, i) => [(first + i) * step, clock((first + i) * step)]);
  };

  // Charts with one axis are looked at together: the moment, the stretch that is chosen, the one that is shown.
  class Group {
    charts = [];
    at = null;
    chosen = null;
    view = null;

    point(at) {
      this.show({at});
    }

    choose(chosen) {
      this.show({chosen});
    }

    zoom(view) {
      this.show({view, chosen: null});
      this.charts.forEach(chart => chart.redraw());
      showStretch();
    }

    show(changes) {
      Object.assign(this, changes);
      this.waits ||= requestAnimationFrame(() => {
        this.waits = 0;
        this.charts.forEach(chart => chart.mark());
      });
    }
  }

  class Chart {
    off = new Set();
    series = [];
    stops = [];
    step = 1;

    constructor(figure, data, group, number) {
      Object.assign(this, data, {figure, group});
      this.svg = figure.querySelector(':scope > svg');
      this.name = this.svg.querySelector('title').textContent;
      [this.left, this.up, this.width, this.height] = data.plot;
      this.right = this.left + this.width;
      this.down = this.up + this.height;
      this.isTime = data.kind !== 'points';
      this.stops = data.ticks || [];
      this.series.forEach((one, i) => {
        one.beside = (i - (this.series.length - 1) / 2) * min(8, 28 / this.series.length);
        if (this.isTime) {
          const {from, step, count, list} = data.xs[one.x];
          one.x = list || Array.from({length: count}, (_, i) => from + i * step);
          one.step = step;
          if (one.x.length > this.stops.length) {
            this.stops = one.x;
            this.step = step;
          }
        }
      });
      group.charts.push(this);
      this.prepare('plot' + number);
      this.makeLegend();
      this.listen();
    }

    get from() {
      return clamp(this.group.view?.[0] ?? -Infinity, ...this.x);
    }

    get to() {
      return clamp(this.group.view?.[1] ?? Infinity, ...this.x);
    }

    isIn(x) {
      return x >= this.from - 1e-6 && x <= this.to + 1e-6;
    }

    // All charts of a group have the places of the one with the most values.
    places() {
      const {stops} = this.group.charts.reduce((most, one) => one.stops.length > most.stops.length ? one : most);
      return stops.filter(stop => this.isIn(stop));
    }

    px(x) {
      return this.left + (x - this.from) / (this.to - this.from || 1) * this.width;
    }

    // What must be drawn again for a part of the chart gets a class; the layers of the script come in between.
    prepare(id) {
      const {svg} = this;
      const cells = svg.querySelectorAll(':scope > path');
      const still = svg.querySelector(':scope > g');
      still.classList.add('still');
      svg.querySelectorAll('.tick,.note').forEach(text => {
        const isKey = cells.length && (text.matches('[text-anchor=end].tick') || text.getAttribute('y') < this.up);
        text.classList.toggle('still', !isKey);
      });
      box(draw(svg, 'clipPath', {id}), '', ...this.plot);
      this.clip = {'clip-path': `url(#${id})`, fill: 'none'};
      this.layer = draw(svg, 'g', {});
      still.after(this.layer);
      if (cells.length) {
        const inside = draw(svg, 'g', {'clip-path': `url(#${id})`});
        this.cells = draw(inside, 'g', {}, ...cells);
        this.layer.after(inside);
      }
      this.marker = draw(svg, 'g', {class: 'marker'});
      set(svg, {class: 'alive', role: 'application', tabindex: 0, 'aria-label': this.name, 'aria-describedby': 'help'});
    }

    makeLegend() {
      this.outputs = new Map();
      this.figure.querySelectorAll('.legend li').forEach(entry => {
        const name = entry.textContent.trim();
        const value = html('span', {class: 'value'});
        const button = html('button', {'aria-pressed': true}, ...entry.childNodes);
        entry.append(button, value);
        button.addEventListener('click', () => {
          const isOn = this.off.delete(name) || !this.off.add(name);
          button.setAttribute('aria-pressed', isOn);
          this.redraw();
          this.mark();
        });
        // Room for the values, so that nothing moves when they come.
        const some = this.stops.filter((_, i) => i % ceil(this.stops.length / 50) === 0);
        value.style.setProperty('--room', max(...some.map(at => this.valueAt(name, at).length)) + 'ch');
        this.outputs.set(name, value);
      });
    }

    // The values of all lines of a name at a place; a dash where there is none.
    valueAt(name, at) {
      const lines = this.series.filter(one => one.label === name);
      const {unit} = lines[0];
      if (!this.isTime) {
        const [, mean, low, high, dots, hollow] = lines[0].points.find(point => this.ticks[point[0]] === at) || [0, null, null, null, [], []];
        return [
          mean === null ? dash : withUnit(brief(mean), unit),
          low === null ? '' : `(${brief(low)}${dash}${brief(high)})`,
          dots.length > 1 ? '· ' + dots.map(brief).join(' ') : '',
          hollow.length ? '· ' + say('uncounted', hollow.map(brief).join(' ')) : ''
        ].filter(Boolean).join(' ');
      }
      const found = lines.flatMap(({x, y, low = y, high = y, step}) => {
        const i = nearest(x, at);
        return abs(x[i] - at) <= step * 0.51 + 0.02 && y[i] !== null ? [[y[i], low[i], high[i]]] : [];
      });
      if (!found.length) {
        return dash;
      }
      const low = brief(min(...found.map(one => one[1])));
      const high = brief(max(...found.map(one => one[2])));
      const range = low === high ? low : low + dash + high;
      const mean = brief(found[0][0]);
      return withUnit(found.length > 1 || range === mean ? range : range === low ? mean : `${mean} (${range})`, unit);
    }

    // The second, or the seconds that a point stands for.
    placeText(at) {
      const {step, stops} = this;
      const own = stops[nearest(stops, at)];
      const from = (abs(own - at) < step * 0.51 ? own : at) - step / 2;
      return !this.isTime ? this.labels[nearest(this.ticks, at)]
        : step < 1.5 ? clock(floor(at + 1e-6)) : clock(Math.round(from)) + dash + clock(Math.round(from + step));
    }

    stretch(...ends) {
      return say('shown', ...ends.map(end => this.placeText(this.snap(end)).split(dash)[0]));
    }

    speak(at) {
      const names = new Set(this.series.map(one => one.label).filter(name => !this.off.has(name)));
      announce(`${this.name}, ${this.placeText(at)}: ` + [...names].map(name => `${name} ${this.valueAt(name, at)}`).join('; '));
    }

    // What follows the pointer.
    mark() {
      const {at, chosen} = this.group;
      const {marker, up, down} = this;
      marker.replaceChildren();
      if (chosen) {
        const [from, to] = chosen.map(x => clamp(this.px(x), this.left, this.right)).sort((a, b) => a - b);
        box(marker, 'chosen', from, up, to - from, this.height);
      }
      const isShown = at !== null && this.isIn(at);
      const x = this.px(at);
      const text = isShown ? this.placeText(at) : '';
      const half = widthOf(text) / 2;
      const middle = clamp(x, half, this.right + 26 - half);
      // Marks of the axis make room for the time.
      this.svg.querySelectorAll('.tick[text-anchor=middle]').forEach(tick =>
        tick.classList.toggle('behind', isShown && abs(tick.getAttribute('x') - middle) < half + widthOf(tick.textContent) / 2 + 4));
      this.outputs.forEach((value, name) => value.textContent = isShown && !this.off.has(name) ? this.valueAt(name, at) : '');
      if (isShown) {
        rule(marker, 'ink', x, up, x, down);
        label(marker, 'axis', middle, down + 20, 'middle', text);
        if (this.outputs.size === 0 && this.series.length) {
          label(marker, 'axis value', this.svg.querySelector('.axis').getBBox().width + 14, 14, 'start', this.valueAt(this.series[0].label, at));
        }
      }
    }

    // A part of the chart, or some of its lines.
    redraw() {
      const {layer, left, right, up, down, group} = this;
      const isOther = !!group.view || this.off.size > 0;
      this.svg.classList.toggle('other', isOther);
      layer.replaceChildren();
      const scale = (this.x[1] - this.x[0]) / (this.to - this.from || 1);
      this.cells?.setAttribute('transform', `translate(${this.px(this.x[0]) - scale * left} 0) scale(${scale} 1)`);
      if (!isOther) {
        return;
      }
      const notes = this.shade();
      if (this.series.length) {
        const shown = this.series.filter(one => !this.off.has(one.label));
        const {low, high, isLog, marks} = this.scale || this.timeScale(shown);
        const place = isLog ? log10 : value => value;
        const y = value => round(down - (place(clamp(value, low, high)) - place(low)) / (place(high) - place(low)) * this.height);
        marks.forEach(([value, text]) => {
          rule(layer, 'grid', left, y(value), right, y(value));
          label(layer, 'tick', left - 8, y(value) + 4.5, 'end', text);
        });
        this[this.kind](draw(layer, 'g', this.clip), shown, y);
      }
      rule(layer, 'axis', left, down, right, down);
      let free = -Infinity;
      (this.isTime ? timeTicks(this.from, this.to, this.width) : this.ticks.map((tick, i) => [tick, this.labels[i]])).forEach(([value, text]) => {
        const x = this.px(value);
        const half = widthOf(text) / 2;
        if (this.isIn(value) && x - half >= free) {
          free = x + half + 4;
          this.isTime && rule(layer, 'axis', x, down, x, down + 4);
          label(layer, 'tick', x, down + 20, 'middle', text);
        }
      });
      notes.forEach(note => label(layer, 'note', ...note));
    }

    timeScale(shown) {
      const sums = [];
      shown.forEach(({x, y, high = y, step}) => high.forEach((value, i) => {
        if (x[i] > this.from - step && x[i] < this.to + step) {
          sums[i] = this.kind === 'stack' ? (sums[i] || 0) + value : max(sums[i] || 0, value);
        }
      }));
      const highest = sums.reduce((most, sum) => max(most, sum), 0) * 1.02 || this.top;
      // The whole chart may end below its spikes.
      return this.limit ? ticksUpTo(this.limit) : ticksUpTo(this.group.view ? highest : min(highest, this.top), this.whole);
    }

    // Spans and moments; what is to be written beside them comes after everything else.
    shade() {
      const notes = [];
      const taken = [];
      const {layer, up, width} = this;
      const spans = this.spans || this.marks.map(([at, text]) => [[this.ticks[at], this.ticks[at]], text, 'mark']);
      spans.forEach(([[start, end], text, role]) => {
        const isShade = role === 'shade';
        const least = isShade ? 0 : (this.to - this.from) * 2 / width;
        const from = this.px(max(this.from, start));
        const across = this.px(min(this.to, max(end, start + least))) - from;
        if (role === 'mark' ? !this.isIn(start) : across <= 0) {
          return;
        }
        role === 'mark' ? rule(layer, role, from, up, from, this.down)
          : box(layer, '', from, up, across, this.height).setAttribute('fill', `var(--${role}${isShade ? '' : '-pale'})`);
        const room = widthOf(text);
        const isLate = from + room > this.right + 16;
        const x = isLate ? from - 5 - room : from + 5;
        const row = [0, 1, 2, 3].find(row => taken.every(([other, a, b]) => other !== row || x > b + 7 || x + room < a - 7));
        if (text && row >= 0 && (!isShade || across - 5 > room)) {
          taken.push([row, x, x + room]);
          notes.push([isLate ? x + room : x, up + 14 + row * 17, isLate ? 'end' : 'start', text]);
        }
      });
      return notes;
    }

    line(parent, {role, dash}, d) {
      draw(parent, 'path', {d, stroke: `var(--${role})`, 'stroke-width': 1.5, 'stroke-dasharray': dash});
    }

    lines(parent, shown, y) {
      shown.filter(one => one.high).forEach(one => this.area(parent, one, one.low, one.high, y, 'pale'));
      shown.toReversed().forEach(one => this.trace(parent, one, one.y, y));
    }

    stack(parent, shown, y) {
      const tops = [];
      shown.forEach((one, k) => {
        const below = tops[k - 1] || one.y.map(() => 0);
        tops[k] = one.y.map((value, i) => value === null || below[i] === null ? null : below[i] + value);
        this.area(parent, one, below, tops[k], y, 'area');
      });
      shown.forEach((one, k) => this.trace(parent, one, tops[k], y));
    }

    // A line with gaps; a point between two gaps is a dot.
    trace(parent, one, values, y) {
      const isGap = i => (values[i] ?? null) === null;
      let d = '';
      one.x.forEach((at, i) => {
        if (!isGap(i)) {
          d += (isGap(i - 1) ? 'M' : 'L') + round(this.px(at)) + ' ' + y(values[i]);
          isGap(i - 1) && isGap(i + 1) && draw(parent, 'circle', {cx: this.px(at), cy: y(values[i]), r: 3, fill: `var(--${one.role})`});
        }
      });
      this.line(parent, one, d);
    }

    area(parent, {x, role}, low, high, y, kind) {
      const parts = [[]];
      x.forEach((at, i) => low[i] === null || high[i] === null ? parts.push([])
        : parts.at(-1).push([round(this.px(at)), y(high[i]), y(low[i])]));
      const d = parts.filter(part => part.length).map(part =>
        'M' + [...part, ...part.toReversed().map(([x, , low]) => [x, low])].map(([x, y]) => x + ' ' + y).join('L') + 'z').join('');
      draw(parent, 'path', {d, fill: `var(--${role}-${kind})`});
    }

    points(parent, shown, y) {
      this.ticks.forEach(tick => rule(parent, 'grid', this.px(tick), this.up, this.px(tick), this.down));
      shown.toReversed().forEach(one => {
        const colour = `var(--${one.role})`;
        const x = point => round(this.px(this.ticks[point[0]]) + one.beside);
        const means = one.points.filter(point => point[1] !== null);
        this.isJoined && this.line(parent, one, means.map((point, i) => (i ? 'L' : 'M') + x(point) + ' ' + y(point[1])).join(''));
        one.points.filter(point => this.isIn(this.ticks[point[0]])).forEach(point => {
          const [, mean, low, high, dots, hollow] = point;
          const cx = x(point);
          const dot = (r, fill, stroke = fill) => value => draw(parent, 'circle', {cx, cy: y(value), r, fill, stroke, 'stroke-width': 1.5});
          if (low !== null && high !== null) {
            draw(parent, 'path', {stroke: colour, d: `M${cx} ${y(low)}V${y(high)}M${cx - 3} ${y(low)}h6M${cx - 3} ${y(high)}h6`});
          }
          dots.forEach(dot(2.2, `var(--${one.role}-area)`));
          mean !== null && dot(3, colour)(mean);
          hollow.forEach(dot(3.2, 'var(--ground)', colour));
        });
      });
    }

    // Mouse, finger and keyboard.

    // The place of the axis below a pointer, the nearest one that has a value.
    under(event) {
      const {left, width} = this.svg.getBoundingClientRect();
      const x = (event.clientX - left) / width * this.svg.viewBox.baseVal.width;
      return this.snap(this.from + (x - this.left) / this.width * (this.to - this.from));
    }

    snap(at) {
      const places = this.places();
      return places[nearest(places, at)] ?? at;
    }

    zoomChosen() {
      const {chosen} = this.group;
      if (!chosen || chosen[0] === chosen[1]) {
        this.group.choose(null);
        return;
      }
      const [from, to] = [...chosen].sort((a, b) => a - b);
      const room = this.isTime ? 0 : (this.x[1] - this.x[0]) * 0.03;
      this.group.zoom([from - room, to + room]);
      announce(this.stretch(from, to));
    }

    listen() {
      const {svg, group} = this;
      let anchor = null;
      let startX = 0;
      let timer = 0;
      const on = (types, act, ...options) => types.split(' ').forEach(type => svg.addEventListener(type, act, ...options));
      const stop = () => {
        clearTimeout(timer);
        anchor = null;
        group.choose(null);
      };
      on('pointerdown', event => {
        if (event.button !== 0 || !event.isPrimary) {
          return;
        }
        const at = this.under(event);
        startX = event.clientX;
        if (event.pointerType === 'mouse') {
          svg.setPointerCapture(event.pointerId);
          anchor = at;
        } else {
          // A finger that stays chooses; one that moves reads or scrolls.
          timer = setTimeout(() => {
            anchor = at;
            group.point(at);
            group.choose([at, at]);
          }, 350);
        }
      });
      on('pointermove', event => {
        const at = this.under(event);
        group.point(at);
        if (abs(event.clientX - startX) > 5) {
          anchor === null ? clearTimeout(timer) : group.choose([anchor, at]);
        }
      });
      on('pointerup', event => {
        group.point(this.under(event));
        this.zoomChosen();
        stop();
      });
      on('pointercancel', stop);
      on('pointerleave', event => event.pointerType === 'mouse' && anchor === null && group.point(null));
      on('touchmove contextmenu', event => anchor !== null && event.preventDefault(), {passive: false});
      on('dblclick', () => group.zoom(null));
      on('blur', () => {
        stop();
        group.point(null);
      });
      on('keydown', event => !event.ctrlKey && !event.altKey && !event.metaKey && this.key(event) && event.preventDefault());
    }

    // True for a key that means something here.
    key({key, shiftKey}) {
      const {group} = this;
      const places = this.places();
      const last = places.length - 1;
      const at = group.at === null ? key === 'ArrowLeft' ? last + 1 : -1 : nearest(places, group.at);
      const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last}[key];
      if (to !== undefined && last >= 0) {
        const place = places[clamp(to, 0, last)];
        group.choose(shiftKey ? [group.chosen?.[0] ?? group.at ?? place, place] : null);
        group.point(place);
        this.speak(place);
      } else if (key === 'Enter') {
        this.zoomChosen();
      } else if (key === 'Escape') {
        group.chosen ? group.choose(null) : showAll() || group.point(null);
      }
      return to !== undefined || key === 'Enter' || key === 'Escape';
    }
  }

  // The page around the charts.

  const spoken = html('div', {'aria-live': 'polite', class: 'unseen'});
  const announce = text => spoken.textContent = text;
  const groups = new Map();
  const zoomed = () => [...groups.values()].filter(group => group.view);
  const stretch = html('span', {});
  const all = html('button', {}, words.all);
  const bar = html('div', {class: 'zoomed', hidden: ''}, stretch, all);
  const showStretch = () => {
    const [group] = zoomed();
    bar.hidden = !group;
    const chart = group?.charts.find(one => one.series.length);
    if (chart) {
      stretch.textContent = chart.stretch(chart.from, chart.to);
    }
  };
  const showAll = () => zoomed().map(group => group.zoom(null)).length;
  all.addEventListener('click', showAll);
  document.addEventListener('keydown', event => event.key === 'Escape' && !event.defaultPrevented && showAll());
  document.querySelectorAll('figure > script').forEach((script, number) => {
    const data = JSON.parse(script.textContent);
    const group = groups.get(data.title) || new Group();
    groups.set(data.title, group);
    new Chart(script.parentElement, data, group, number);
  });
  if (groups.size) {
    document.querySelector('.alive').closest('section').querySelector('h2').after(html('p', {id: 'help', class: 'soft small'}, words.help));
    document.body.append(bar, spoken);
  }

  // Tables.

  // A number to sort by, whatever its unit and its thousands.
  const number = text => {
    const [, sign, minutes, seconds] = text.match(/^(−?)(\d+):(\d\d)$/) || [];
    return minutes ? (sign ? -1 : 1) * (minutes * 60 + +seconds) : parseFloat(text.replace(/^[^\d−-]+|,/g, '').replace('−', '-'));
  };
  const order = new Intl.Collator(document.documentElement.lang, {numeric: true});
  const sort = (head, heads, rows, column) => {
    const next = {ascending: 'descending', descending: ''}[head.getAttribute('aria-sort')] ?? 'ascending';
    heads.forEach(other => other.removeAttribute('aria-sort'));
    next && head.setAttribute('aria-sort', next);
    const areNumbers = head.classList.contains('n');
    const cells = rows.map(row => {
      const text = row.cells[column].textContent.trim();
      const value = areNumbers ? number(text) : text;
      return {row, value, isLast: !text || text === dash || areNumbers && isNaN(value)};
    });
    const sign = next === 'descending' ? -1 : 1;
    const compare = areNumbers ? (a, b) => a - b : order.compare;
    next && cells.sort((a, b) => a.isLast - b.isLast || !a.isLast && sign * compare(a.value, b.value));
    rows[0].parentElement.append(...cells.map(cell => cell.row));
  };
  document.querySelectorAll('table:not([data-unsorted])').forEach(({tHead, tBodies}) => {
    const rows = [...tBodies[0].rows];
    const first = [...rows[0]?.cells || []];
    if (!tHead || rows.length < 2 || rows.some(row => row.cells.length !== first.length)) {
      return;
    }
    // A heading belongs to the column above which it stands.
    const columns = new Map([...tHead.querySelectorAll('th')].filter(head => head.colSpan === 1 && head.textContent.trim()).map(head =>
      [head, first.findIndex(cell => abs(cell.offsetLeft - head.offsetLeft) < 2)]).filter(([, column]) => column >= 0));
    columns.forEach((column, head) => {
      const button = html('button', {class: 'sort'}, ...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => sort(head, [...columns.keys()], rows, column));
    });
  });
})();
