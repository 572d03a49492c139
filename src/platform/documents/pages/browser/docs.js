/* The reference works without this script, which adds the search, copying and trying. */

const menu = document.getElementById('menu');
const words = document.getElementById('trial').dataset;

/* The search */

const input = document.querySelector('.bar input');
const found = document.getElementById('found');
const MOST = 30;
let entries;

const textOf = (part) => part?.textContent.replace(/\s+/g, ' ').trim() ?? '';

/** Reads the operations, parameters, fields, types and error codes of the page. */
const readEntries = () =>
  [...document.querySelectorAll('.parts [id]:not([id$="-title"], li)')].map((element) => {
    const isField = element.matches('dl > div');
    const title = textOf(element.querySelector('h2, h3, dt a'));
    const place = textOf(
      isField ? element.closest('section').querySelector('h3') : element.querySelector('.address'),
    );
    const told = element.querySelectorAll(
      ':scope > dd p, :scope > p, :scope > div > p, :scope > div > .aliases li',
    );
    const text = [title, place, element.id, ...[...told].map(textOf)].join(' ').toLowerCase();
    return { element, isField, title, place, text };
  });

/** The smaller, the better an entry matches: by its name, then by its kind. */
function rank({ title, isField }, sought) {
  const name = title.toLowerCase();
  const isNamed = [
    name === sought.join(' '),
    sought.some((word) => name === word),
    sought.some((word) => name.startsWith(word)),
    sought.some((word) => name.includes(word)),
    true,
  ];
  return isNamed.indexOf(true) * 2 + Number(isField);
}

function search() {
  entries ??= readEntries();
  const sought = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = entries
    .filter(({ text }) => sought.every((word) => text.includes(word)))
    .sort((one, other) => rank(one, sought) - rank(other, sought))
    .slice(0, MOST);
  const options = matches.map(({ element, title, place }, index) => {
    const option = document.createElement('div');
    option.id = `found-${index}`;
    option.role = 'option';
    option.dataset.to = element.id;
    option.append(title, Object.assign(document.createElement('small'), { textContent: place }));
    return option;
  });
  if (options.length === 0) options.push(words.nothing);
  found.replaceChildren(...options);
  show(sought.length > 0);
  select(matches.length > 0 ? found.firstElementChild : null);
}

function show(isOpen) {
  found.hidden = !isOpen;
  input.ariaExpanded = String(isOpen);
}

function select(option) {
  for (const other of found.children) other.ariaSelected = String(other === option);
  input.setAttribute('aria-activedescendant', option?.id ?? '');
  option?.scrollIntoView({ block: 'nearest' });
}

function go(option) {
  show(false);
  location.hash = option.dataset.to;
  const target = document.getElementById(option.dataset.to);
  target.closest('details')?.setAttribute('open', '');
  settle(target);
  target.querySelector('a')?.focus({ preventScroll: true });
}

input.addEventListener('input', search);
input.addEventListener('focus', () => input.value && search());
input.addEventListener('blur', () => show(false));
input.addEventListener('keydown', (event) => {
  const chosen = found.hidden ? null : found.querySelector('[aria-selected="true"]');
  const { key } = event;
  if (key === 'Escape') show(false);
  if (!chosen) return;
  if (key === 'Enter') go(chosen);
  if (key === 'ArrowDown') select(chosen.nextElementSibling ?? found.firstElementChild);
  if (key === 'ArrowUp') select(chosen.previousElementSibling ?? found.lastElementChild);
  if (['Enter', 'ArrowDown', 'ArrowUp'].includes(key)) event.preventDefault();
});
// The input keeps the focus until an option is chosen.
found.addEventListener('mousedown', (event) => event.preventDefault());
found.addEventListener('click', ({ target }) => {
  const option = target.closest('[role="option"]');
  if (option) go(option);
});
document.addEventListener('keydown', (event) => {
  if (
    event.key !== '/' ||
    event.ctrlKey ||
    event.metaKey ||
    event.target.closest('input, textarea')
  )
    return;
  event.preventDefault();
  input.focus();
});

/* Copying and trying */

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('.copy, .try');
  const samples = button?.closest('.samples');
  if (!samples) return;
  if (button.className === 'try') {
    const { openTrial } = await import('./trial.js');
    openTrial(button, samples);
    return;
  }
  const shown = [...samples.querySelectorAll('pre')].find((sample) => sample.checkVisibility());
  await navigator.clipboard.writeText(shown.innerText);
  const { textContent: label } = button;
  button.textContent = words.copied;
  setTimeout(() => (button.textContent = label), 1500);
});

/* The language of the samples, which is stored */

const STORED = 'language of samples';
const choices = document.querySelector('.bar fieldset');
try {
  const stored = choices.querySelector(`[value="${localStorage.getItem(STORED)}"]`);
  if (stored) stored.checked = true;
  choices.addEventListener('change', ({ target }) => localStorage.setItem(STORED, target.value));
} catch {
  // The storage of a browser may be disabled.
}

/* Places */

/** Scrolls to a part for some frames: parts above it that are laid out only now move it. */
function settle(part, frames = 10) {
  part.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => settle(part, frames - 1));
}

const showPlace = () => {
  const part = document.getElementById(location.hash.slice(1));
  if (part) settle(part);
};
addEventListener('hashchange', showPlace);
showPlace();

/* The menu */

menu.addEventListener('click', ({ target }) => {
  if (target.closest('a') && menu.matches(':popover-open')) menu.hidePopover();
});

const links = new Map([...menu.querySelectorAll('a')].map((link) => [link.hash.slice(1), link]));
const observer = new IntersectionObserver(
  (changes) => {
    const seen = changes.find(({ isIntersecting }) => isIntersecting);
    const link = links.get(seen?.target.id);
    if (!link) return;
    menu.querySelector('[aria-current]')?.removeAttribute('aria-current');
    link.ariaCurrent = 'true';
    link.closest('details')?.setAttribute('open', '');
  },
  { rootMargin: '-15% 0px -80% 0px' },
);
for (const id of links.keys()) observer.observe(document.getElementById(id));

// Links to other languages keep the place.
for (const link of document.querySelectorAll('header nav a'))
  link.addEventListener('click', () => {
    link.hash = location.hash;
  });
