// The table of results: sorts within a ranking, filters, and puts picked rows side by side. Without it the page is the same table.
(() => {
  const {rows: data, facts, words} = JSON.parse(document.getElementById('data').textContent);
  const say = (key, ...values) => words[key].replace(/\{(\d)}/g, (_, i) => values[i]);
  const byId = id => document.getElementById(id);
  const make = (name, text = '', style = '') => {
    const made = document.createElement(name);
    made.textContent = text;
    made.className = style;
    return made;
  };
  const table = document.querySelector('.results');
  const bodies = [...table.tBodies];
  const heads = [...table.tHead.rows[0].cells].slice(2);
  const names = heads.map(head => head.textContent);
  const compared = byId('comparison');
  const form = byId('filters');
  const mostPicked = 6;

  // One entry for each row, with the text of its figures.
  const rows = [...table.querySelectorAll('tbody tr:not(.ranking)')].map((row, i) => {
    const [numbers, known] = data[i];
    const cells = [...row.cells];
    const group = bodies.indexOf(row.parentNode);
    const isSound = cells[1].textContent !== '–';
    const texts = cells.slice(2).map(cell => cell.firstChild.textContent);
    row.classList.toggle('off', !isSound);
    heads.forEach((head, column) => cells[column + 2].className === 'n' && head.classList.add('n'));
    const rate = texts.findIndex((text, column) => cells[column + 2].querySelector('a'));
    return {row, i, group, isSound, rate, numbers, known, cells, texts, all: row.textContent.toLowerCase(), box: cells[0].firstChild};
  });

  // Sorting: numbers from the highest down at first, texts from A; what is not known comes last.
  const collator = new Intl.Collator(document.documentElement.lang, {numeric: true});
  let sorted = [-1, 1];
  const sort = (column, direction) => {
    const start = performance.now();
    sorted = [column, direction];
    const before = (a, b) => {
      if (column < 0) {
        return a.i - b.i;
      }
      const [x, y] = [a.numbers[column], b.numbers[column]];
      return x === null && y === null ? direction * collator.compare(a.texts[column], b.texts[column]) || a.i - b.i
        : x === null ? 1 : y === null ? -1 : direction * (x - y) || a.i - b.i;
    };
    const groups = bodies.map(() => []);
    [...rows].sort(before).forEach(one => groups[one.group].push(one.row));
    groups.forEach((ordered, i) => bodies[i].append(...ordered));
    heads.forEach((head, i) => i === column
      ? head.setAttribute('aria-sort', direction > 0 ? 'ascending' : 'descending') : head.removeAttribute('aria-sort'));
    table.offsetHeight;
    table.dataset.sortMillis = (performance.now() - start).toFixed(1);
    keep();
  };
  const next = column => {
    const first = rows.some(one => one.numbers[column] !== null) ? -1 : 1;
    const [old, direction] = sorted;
    old !== column ? sort(column, first) : direction === first ? sort(column, -first) : sort(-1, 1);
  };
  heads.forEach((head, i) => {
    const button = make('button', head.textContent, 'sort');
    button.type = 'button';
    head.replaceChildren(button);
    button.addEventListener('click', () => next(i));
  });

  // Filters: one for each column of words, with the values that there are.
  const choose = (title, name, options, style) => {
    const label = make('label', '', style || '');
    const select = make('select');
    select.name = name;
    options.forEach(([value, text]) => select.add(new Option(text, value)));
    label.append(make('span', title), select);
    form.append(label);
    return select;
  };
  heads.forEach((head, column) => {
    if (!('filter' in head.dataset)) {
      return;
    }
    const values = [...new Set(rows.map(one => one.texts[column]))].sort(collator.compare);
    values.length > 1 && choose(names[column], 'f' + column, [['', say('all')], ...values.map(value => [value, value])]);
  });
  const sortBy = choose(say('sortby'), 'sort', [['', say('rank')], ...names.flatMap((name, i) =>
    [[i + ',-1', name + ' ↓'], [i + ',1', name + ' ↑']])], 'sortby');
  sortBy.addEventListener('change', () => sort(...(sortBy.value ? sortBy.value.split(',').map(Number) : [-1, 1])));
  const chosen = () => [...new FormData(form)].filter(([name, value]) => value && name !== 'sort');
  const filter = () => {
    const wanted = chosen();
    let shown = 0;
    const inGroup = bodies.map(() => 0);
    rows.forEach(one => {
      const isShown = wanted.every(([name, value]) => name === 'q'
        ? value.toLowerCase().split(/\s+/).every(word => one.all.includes(word)) : one.texts[name.slice(1)] === value);
      one.row.hidden = !isShown;
      shown += isShown;
      inGroup[one.group] += isShown;
    });
    bodies.forEach((body, i) => body.hidden = !inGroup[i]);
    byId('count').textContent = say('count', shown, rows.length);
    byId('reset').hidden = !wanted.length;
    keep();
  };
  form.addEventListener('input', event => event.target !== sortBy && filter());
  form.addEventListener('submit', event => event.preventDefault());
  byId('reset').addEventListener('click', () => {
    form.reset();
    filter();
  });

  // Picked rows side by side.
  const picked = () => rows.filter(one => one.box.checked);
  const line = (body, name, values, isDifferent) => {
    const row = body.insertRow();
    row.className = isDifferent ? 'different' : '';
    row.append(make('th', name));
    values.forEach(value => row.append(make('td', value)));
  };
  const compare = () => {
    const all = picked();
    const isOne = new Set(all.map(one => one.group)).size === 1;
    compared.replaceChildren(make('h2', say('compared')), make('p', say('notaudited')));
    if (!isOne) {
      compared.append(make('p', say('apart'), 'bad'));
    }
    if (!all.every(one => one.isSound)) {
      compared.append(make('p', say('unsound'), 'bad'));
    }
    const body = make('table');
    names.forEach((name, column) => {
      const cells = all.map(one => [...one.cells[column + 2].childNodes].map(node => node.textContent).join(' · '));
      line(body, name, cells, new Set(cells).size > 1);
    });
    if (isOne && all.every(one => one.isSound)) {
      const base = all[0].numbers[all[0].rate];
      line(body, say('ratio'), all.map(one => (one.numbers[one.rate] / base).toFixed(3)), false);
    }
    const maps = all.map(one => new Map(one.known.map(at => facts[at])));
    [...new Set(maps.flatMap(map => [...map.keys()]))].forEach(name => {
      const values = maps.map(map => map.get(name) ?? '–');
      new Set(values).size > 1 && line(body, name, values, true);
    });
    const links = body.insertRow();
    links.append(make('th', say('page')));
    all.forEach(one => {
      const link = one.row.querySelector('a').cloneNode();
      link.textContent = say('open');
      links.insertCell().append(link);
    });
    compared.append(body, make('p', say('chance'), 'soft small'));
    compared.hidden = false;
  };
  const button = byId('compare');
  const pick = () => {
    const count = picked().length;
    button.textContent = say(count < 2 ? 'pick' : 'compare', count);
    button.disabled = count < 2;
    rows.forEach(one => one.box.disabled = count >= mostPicked && !one.box.checked);
    count < 2 ? compared.hidden = true : compared.hidden || compare();
    keep();
  };
  button.addEventListener('click', () => {
    compare();
    compared.focus();
    compared.scrollIntoView();
  });
  rows.forEach(one => {
    one.box.hidden = false;
    one.box.setAttribute('aria-label', say('picked', one.texts[0], one.texts[one.rate]));
    one.box.addEventListener('change', pick);
  });

  // What is shown stands behind the address, so that it can be sent to somebody.
  let isReady = false;
  const keep = () => {
    if (isReady) {
      const state = new URLSearchParams(chosen());
      sorted[0] >= 0 && state.set('sort', sorted.join());
      const boxes = picked().map(one => one.i);
      boxes.length && state.set('pick', boxes.join());
      history.replaceState(null, '', '#' + state);
    }
  };
  const state = new URLSearchParams(location.hash.slice(1));
  state.forEach((value, name) => form.elements[name] && (form.elements[name].value = value));
  (state.get('pick') || '').split(',').filter(Boolean).forEach(i => rows[i] && (rows[i].box.checked = true));
  form.hidden = false;
  button.hidden = false;
  filter();
  const [column, direction] = (state.get('sort') || '').split(',').map(Number);
  names[column] && direction && sort(column, direction);
  pick();
  picked().length > 1 && compare();
  isReady = true;
})();
