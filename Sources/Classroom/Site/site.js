// The buttons that copy, the choice of light or dark, the search, and the step at hand in the contents. It
// asks for nothing but the index of the search, at the first search.
'use strict';
(() => {
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const all = selector => [...document.querySelectorAll(selector)];

  // Copying

  const copied = make('p', { className: 'unseen' });
  copied.setAttribute('role', 'status');
  document.body.append(copied);

  // Without https, a page has no `navigator.clipboard`.
  const copy = text => {
    const area = make('textarea', { value: text, className: 'unseen' });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  };

  for (const block of all('.block.swift, .block.json, .block.plain')) {
    // One line is marked as quickly as copied.
    if (!block.textContent.trim().includes('\n')) continue;
    const button = make('button', { type: 'button', className: 'copy' }, 'Copy');
    button.addEventListener('click', () => {
      copy(block.querySelector('code').textContent + '\n');
      copied.textContent = button.textContent = 'Copied';
      button.focus();
      setTimeout(() => { button.textContent = 'Copy'; copied.textContent = ''; }, 1500);
    });
    block.prepend(button);
  }

  // Light or dark

  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const other = () => (root.dataset.scheme ?? (system.matches ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
  const switcher = make('button', { type: 'button', title: 'Light or dark', ariaLabel: 'Light or dark' }, '◐');
  // A browser may forbid a page to keep anything.
  try {
    const kept = localStorage.getItem('scheme');
    if (kept) root.dataset.scheme = kept;
  } catch { }
  switcher.addEventListener('click', () => {
    root.dataset.scheme = other();
    try { localStorage.setItem('scheme', root.dataset.scheme); } catch { }
  });
  document.querySelector('header').append(switcher);

  // The contents

  const contents = document.getElementById('contents');
  const open = document.getElementById('contents-open');
  contents.addEventListener('click', event => {
    if (event.target.closest('a')) open.checked = false;
  });
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && open.checked) { open.checked = false; open.focus(); }
  });

  const steps = all('main h2[id]').map(heading => [
    heading, contents.querySelector(`a[href="#${heading.id}"]`),
  ]).filter(([, link]) => link);
  const markStep = () => {
    const here = steps.findLast(([heading]) => heading.getBoundingClientRect().top < 160);
    for (const [, link] of steps) {
      if (link === here?.[1]) {
        if (link.hasAttribute('aria-current')) continue;
        link.setAttribute('aria-current', 'location');
        // The link comes into view, and the page stays where it is.
        const [box, place] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
        if (place.top < box.top || place.bottom > box.bottom) {
          contents.scrollTop += place.top - box.top - box.height / 2;
        }
      } else {
        link.removeAttribute('aria-current');
      }
    }
  };
  document.addEventListener('scroll', markStep, { passive: true });
  contents.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  markStep();

  // The search

  const field = make('input', { type: 'search', autocomplete: 'off', spellcheck: false });
  const status = make('p', {});
  status.setAttribute('role', 'status');
  const list = make('ol', {});
  const close = make('button', { type: 'button' }, 'Close');
  const form = make('form', {}, make('label', {}, 'Search all pages', field), close);
  const dialog = make('dialog', {}, form, status, list);
  dialog.setAttribute('aria-label', 'Search');
  document.body.append(dialog);
  const opener = make('button', { type: 'button', title: 'Search (press /)' }, 'Search');
  document.querySelector('header').append(opener);

  let loading;
  const load = () => loading ??= new Promise((loaded, failed) => {
    document.head.append(make('script', { src: 'search-index.js', onload: loaded, onerror: failed }));
  });

  const marked = (text, words) => {
    const lower = text.toLowerCase();
    const parts = [];
    let start = 0;
    while (start < text.length) {
      const hits = words.map(word => [lower.indexOf(word, start), word.length]).filter(([at]) => at >= 0);
      if (!hits.length) break;
      const [at, length] = hits.sort((a, b) => a[0] - b[0] || b[1] - a[1])[0];
      parts.push(text.slice(start, at), make('mark', {}, text.slice(at, at + length)));
      start = at + length;
    }
    return [...parts, text.slice(start)];
  };

  const excerpt = (text, words) => {
    const lower = text.toLowerCase();
    const at = Math.min(...words.map(word => lower.indexOf(word)).filter(at => at >= 0));
    const start = at > 50 && at < Infinity ? text.indexOf(' ', at - 50) + 1 : 0;
    const end = (text.indexOf(' ', start + 160) + 1 || text.length + 1) - 1;
    return [start ? '… ' : '', ...marked(text.slice(start, end), words), end < text.length ? ' …' : ''];
  };

  // The same as in Sources/Judging/Search, where the weights come from.

  const namesInQuery = query => {
    const names = query.split(/[^\p{L}\p{N}]+/u).filter(Boolean).map(name => {
      const parts = name.match(/\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}*\P{Lu}+|\p{Lu}+/gu);
      return [name, ...parts.length > 1 ? parts : []].map(word => word.toLowerCase());
    });
    const isError = names.some(([word]) => searchIndex.errorCases.includes(word));
    const known = new Set([...searchIndex.fillers, ...isError ? searchIndex.errorForm : []]);
    let left = searchIndex.most;
    return names.filter(([word]) => !known.has(word) && known.add(word))
      .filter(name => (left -= name.length) >= 0);
  };

  const stem = word => {
    const ending = searchIndex.endings.find(end => word.length > end.length + 2 && word.endsWith(end));
    return ending ? word.slice(0, -ending.length) : word;
  };

  const likeness = (word, wanted) =>
    word === wanted || wanted.length === 1 && word === '0' + wanted ? 1
    : Object.hasOwn(searchIndex.synonyms, wanted) && searchIndex.synonyms[wanted].includes(word) ? 1
    : stem(word) === stem(wanted) ? 0.9
    : wanted.length > 3 && word.startsWith(wanted) ? 0.3 : 0;

  const isSlip = (word, wanted) => {
    if (word.length < 4 || wanted.length < 4) return false;
    let start = 0;
    while (start < word.length && word[start] === wanted[start]) start += 1;
    const [left, right] = [word.slice(start), wanted.slice(start)];
    return left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1)
      || left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0];
  };

  // The word at the end may still be typed, so its beginning counts.
  const placesOfWord = (wanted, isTyped) => {
    const found = new Map();
    const add = measure => {
      for (const [word, weights] of Object.entries(searchIndex.weights)) {
        const likeness = measure(word, wanted);
        for (let at = 0; likeness && at < weights.length; at += 2) {
          const weight = weights[at + 1] * likeness;
          found.set(weights[at], Math.max(weight, found.get(weights[at]) ?? 0));
        }
      }
    };
    add((word, wanted) => likeness(word, wanted) || (isTyped && word.startsWith(wanted) ? 0.3 : 0));
    if (!found.size) add((word, wanted) => isSlip(word, wanted) ? 1 : 0);
    return found;
  };

  const placesOfName = ([word, ...parts], isTyped) => {
    const found = placesOfWord(word, isTyped);
    const places = parts.map(part => placesOfWord(part));
    for (const entry of places[0]?.keys() ?? []) {
      if (!places.every(place => place.has(entry))) continue;
      const least = Math.min(...places.map(place => place.get(entry)));
      found.set(entry, Math.max(found.get(entry) ?? 0, least * 0.6));
    }
    return found;
  };

  const find = () => {
    const names = globalThis.searchIndex ? namesInQuery(field.value) : [];
    const words = names.map(([word]) => word);
    const scores = new Map();
    for (const name of names) {
      const places = placesOfName(name, name === names.at(-1) && name[0].length > 1);
      const rarity = Math.log(1 + searchIndex.entries.length / Math.max(places.size, 1));
      const factor = searchIndex.errorCases.includes(name[0]) ? 2 : 1;
      for (const [entry, weight] of places) {
        const [score, matched] = scores.get(entry) ?? [0, 0];
        scores.set(entry, [score + weight * factor, matched + rarity * factor]);
      }
    }
    const found = [...scores]
      .map(([entry, [score, matched]]) => [entry, score * matched])
      .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    // What has little to do with the words stays away, unless there is nothing else.
    const best = found.filter(([, score], place) => place < 8 || score * 4 >= found[0][1]).slice(0, 30);
    list.replaceChildren(...best.map(([entry]) => {
      const [address, page, title, text] = searchIndex.entries[entry];
      return make('li', {}, make('a', { href: address },
        make('span', {}, page), make('strong', {}, ...marked(title || 'The page', words)),
        make('span', {}, ...excerpt(text, words))));
    }));
    status.textContent = !words.length ? ''
      : !found.length ? 'Nothing has any of these words.'
      : best.length < found.length ? `The best ${best.length} of ${found.length} places`
      : `${best.length} ${best.length === 1 ? 'place' : 'places'}`;
  };

  const show = async () => {
    if (!dialog.open) dialog.showModal();
    field.select();
    try {
      await load();
      find();
    } catch {
      status.textContent = 'search-index.js is not beside this page, so there is no search.';
    }
  };
  opener.addEventListener('click', show);
  close.addEventListener('click', () => dialog.close());
  field.addEventListener('input', find);
  list.addEventListener('click', event => { if (event.target.closest('a')) dialog.close(); });
  form.addEventListener('submit', event => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  dialog.addEventListener('keydown', event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [field, ...list.querySelectorAll('a')];
    stops[stops.indexOf(document.activeElement) + step]?.focus();
  });
  document.addEventListener('keydown', event => {
    const isTyping = event.target.closest('input[type=search], textarea');
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      show();
    }
  });
})();
