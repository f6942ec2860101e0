// The buttons that copy, the search, and the step at hand in the contents. It asks for nothing but the
// index of the search, at the first search.
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

  const copy = async text => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make('textarea', { value: text, className: 'unseen' });
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
  };

  for (const block of all('.block.swift, .block.json, .block.plain')) {
    const button = make('button', { type: 'button', className: 'copy' }, 'Copy');
    button.addEventListener('click', async () => {
      await copy(block.querySelector('code').textContent + '\n');
      copied.textContent = button.textContent = 'Copied';
      button.focus();
      setTimeout(() => { button.textContent = 'Copy'; copied.textContent = ''; }, 1500);
    });
    block.prepend(button);
  }

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
    if (at === Infinity) return ['In what comes out: answer the question first.'];
    const start = at > 50 ? text.indexOf(' ', at - 50) + 1 : 0;
    const end = (text.indexOf(' ', start + 160) + 1 || text.length + 1) - 1;
    return [start ? '… ' : '', ...marked(text.slice(start, end), words), end < text.length ? ' …' : ''];
  };

  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    for (const [address, page, title, text, closed] of words.length ? globalThis.searchIndex ?? [] : []) {
      const texts = [`${page} ${title}`, text, closed].map(part => part.toLowerCase());
      let score = 0;
      for (const word of words) {
        const places = texts.map(part => part.includes(word));
        if (!places.includes(true)) { score = 0; break; }
        score += places[0] ? 8 : places[1] ? 2 : 1;
      }
      if (score) found.push({ score, address, page, title, text });
    }
    found.sort((a, b) => b.score - a.score);
    list.replaceChildren(...found.slice(0, 30).map(({ address, page, title, text }) =>
      make('li', {}, make('a', { href: address },
        make('span', {}, page), make('strong', {}, ...marked(title || 'The page', words)),
        make('span', {}, ...excerpt(text, words))))));
    status.textContent = !words.length ? ''
      : !found.length ? 'Nothing has all of these words.'
      : `${found.length} ${found.length === 1 ? 'place' : 'places'}${found.length > 30 ? ', the first 30 here' : ''}`;
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
