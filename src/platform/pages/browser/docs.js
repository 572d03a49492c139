/* The reference works without this script, which adds the search, copying and the forms. */

const menu = document.getElementById('menu');
const [status, results] = document.getElementById('found').children;
const words = document.getElementById('trial').dataset;
const [input, language] = document.querySelectorAll('search :is(input, select)');

/* The search */

const MOST = 30;
let entries;

const textOf = (part) => part?.textContent.trim() ?? '';

/** Returns a text in small letters without accents, with a mark before each word. */
const marked = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replace(/[\p{L}\p{N}]+/gu, '\n$&')
    .toLowerCase();

/** Reads the guides, operations, parameters, fields, types and error codes of the page. */
const readEntries = () =>
  [...document.querySelectorAll('section[id], .fields > div')].map((part) => {
    const { id } = part;
    const title = textOf(part.querySelector('h2, h3, dt a'));
    const section = part.closest('section');
    const place = textOf(section.querySelector(part === section ? '.address' : 'h3'));
    // `EventRecord` is found by its second word too.
    const spaced = id.replace(/(?=\p{Lu}\p{Ll})/gu, ' ');
    const aliases = [...part.querySelectorAll('details > [id]')].map(textOf);
    const told = [...part.querySelectorAll(':scope > :is(p, dd), :scope > div > p')].map(textOf);
    return {
      id,
      title,
      place,
      names: marked([title, place, id, spaced, aliases, part.dataset.words].join(' ')),
      text: marked(told.join(' ')),
      kind: part.matches('.operation') ? 0 : part === section ? 1 : 2,
    };
  });

/**
 * Returns the rank of a match, lower for better ones: by names before descriptions, operations
 * before guides and fields, and the first words of names before others.
 */
function rankOf({ names, text, kind }, sought) {
  const at = sought.map((word) => names.indexOf(word));
  const isNamed = at.every((each) => each >= 0);
  if (isNamed) return kind * 1e4 + at.reduce((sum, each) => sum + each);
  return sought.every((word, index) => at[index] >= 0 || text.includes(word)) ? 1e6 + kind : NaN;
}

function showResults() {
  entries ??= readEntries();
  const sought = input.value.match(/[\p{L}\p{N}](\S*[\p{L}\p{N}])?/gu)?.map((word) => marked(word));
  const matches = sought
    ? entries
        .map((entry) => ({ ...entry, rank: rankOf(entry, sought) }))
        .filter(({ rank }) => rank >= 0)
    : [];
  const links = matches
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST)
    .map(({ id, title, place }) => {
      const [link, small] = ['a', 'small'].map((name) => document.createElement(name));
      small.textContent = place;
      link.href = `#${id}`;
      link.append(title, small);
      return link;
    });
  results.replaceChildren(...links);
  status.textContent = sought ? `${words.results} ${matches.length}` : '';
}
input.addEventListener('input', showResults);

document.querySelector('search').addEventListener('keydown', (event) => {
  const stops = [input, ...results.querySelectorAll('a')];
  const at = stops.indexOf(event.target);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (at < 0) return;
  if (step) {
    event.preventDefault();
    stops.at((at + step) % stops.length).focus();
  }
  if (event.key === 'Enter' && at === 0) stops[1]?.click();
  if (event.key === 'Escape') {
    input.value = '';
    input.focus();
    showResults();
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.target.closest('input, select, textarea')) return;
  event.preventDefault();
  input.focus();
});
// The list is shown while it has the focus, which some browsers do not give to links.
results.parentElement.addEventListener('mousedown', (event) => event.preventDefault());

/* Links, copying and forms */

document.addEventListener('click', async ({ target }) => {
  // Links to other languages keep the place.
  if (target.matches('header nav a')) target.hash = location.hash;
  if (target.closest('#menu a')) menu.hidePopover();
  if (target.closest('#found a')) document.activeElement.blur();
  if (!target.matches('.samples button')) return;
  const sample = target.parentElement.getElementsByClassName(language.value)[0];
  // Browsers have no clipboard for pages over plain HTTP: the reader copies the selection.
  if (!navigator.clipboard) return document.getSelection().selectAllChildren(sample);
  await navigator.clipboard.writeText(sample.textContent);
  const { textContent: label } = target;
  target.textContent = words.copied;
  setTimeout(() => (target.textContent = label), 1500);
});

const openForm = async ({ target }) => {
  if (target.matches('.try:not(:has(form))')) (await import('./trial.js')).addForm(target);
};
document.addEventListener('toggle', openForm, { capture: true });

try {
  const STORED = 'language-of-samples';
  language.value = localStorage.getItem(STORED) ?? language.value;
  language.addEventListener('change', () => localStorage.setItem(STORED, language.value));
} catch {
  // The storage of a browser may be disabled.
}

/* Places */

/** Scrolls to a part for some frames: parts above it that are laid out only now move it. */
function showPlace(frames) {
  const part = document.getElementById(location.hash.slice(1));
  part?.closest('details')?.setAttribute('open', '');
  part?.scrollIntoView();
  if (part && frames > 0) requestAnimationFrame(() => showPlace(frames - 1));
}
addEventListener('hashchange', () => showPlace(10));
showPlace(10);

const observer = new IntersectionObserver(
  (changes) => {
    const seen = changes.find(({ isIntersecting }) => isIntersecting)?.target.id;
    const link = menu.querySelector(`[href="#${seen}"]`);
    if (!link) return;
    menu.querySelector('[aria-current]')?.removeAttribute('aria-current');
    link.ariaCurrent = 'true';
    link.closest('details')?.setAttribute('open', '');
  },
  { rootMargin: '-15% 0px -80% 0px' },
);
for (const section of document.querySelectorAll('main > section')) observer.observe(section);
