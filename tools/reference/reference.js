/* `entries` is written above this file: the title, detail and address of everything that search finds. */

const search = document.querySelector('search');
const input = search.querySelector('input');
const results = document.querySelector('#results');
const resultsMax = 12;

const find = (text) => {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  if (wanted === '') return [];
  const rank = ([title, detail]) => {
    const [name, whole] = [title.toLowerCase(), `${title} ${detail}`.toLowerCase()];
    if (!words.every((word) => whole.includes(word))) return undefined;
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    return name.includes(wanted) ? 2 : 3;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((found) => found.rank !== undefined)
    .sort((left, right) => left.rank - right.rank)
    .map(({ entry }) => entry);
};

const show = () => {
  const found = find(input.value);
  const links = found.slice(0, resultsMax).map(([title, detail, href]) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: title });
    link.append(Object.assign(document.createElement('small'), { textContent: detail }));
    return link;
  });
  const count = found.length > resultsMax ? `${resultsMax} of ${found.length} results` : `${found.length} results`;
  const note = Object.assign(document.createElement('p'), { textContent: found.length === 0 ? 'No results' : count });
  results.replaceChildren(...(input.value.trim() === '' ? [] : [note, ...links]));
};

const move = (event, step) => {
  const places = [input, ...results.querySelectorAll('a')];
  event.preventDefault();
  places[places.indexOf(document.activeElement) + step]?.focus();
};

const clear = () => {
  input.value = '';
  show();
};

search.hidden = false;
input.addEventListener('input', show);
search.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') move(event, 1);
  if (event.key === 'ArrowUp') move(event, -1);
  if (event.key === 'Escape') clear();
  if (event.key === 'Enter' && event.target === input) results.querySelector('a')?.click();
});
results.addEventListener('click', (event) => event.target.closest('a') && setTimeout(clear));
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input')) return;
  event.preventDefault();
  input.focus();
});

const menu = document.querySelector('#menu');
menu.addEventListener('click', (event) => {
  if (event.target.closest('a') && menu.matches(':popover-open')) menu.hidePopover();
});

const languages = document.querySelector('.languages');
const choose = (language) => {
  document.documentElement.dataset.language = language;
  for (const button of languages.children) button.setAttribute('aria-pressed', button.value === language);
};
languages.hidden = false;
languages.addEventListener('click', ({ target: { value } }) => {
  if (!value) return;
  localStorage.setItem('switchboard.samples', value);
  choose(value);
});
choose(localStorage.getItem('switchboard.samples') ?? 'curl');

for (const pre of document.querySelectorAll('pre')) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.querySelector('code').textContent);
    button.textContent = 'Copied';
  });
  pre.append(button);
}

// The dashboard serves these pages, unless they are read from a disk.
document.querySelector('#to-dashboard').hidden = !location.protocol.startsWith('http');

/** Whoever uses the dashboard in this browser reads the address of the service that runs. */
const showOwnAddress = async () => {
  if (!localStorage.getItem('switchboard.workspace')) return;
  const response = await fetch('/api/session');
  const { data } = response.ok ? await response.json() : {};
  if (!data?.api_base_url) return;
  for (const code of document.querySelectorAll('pre code'))
    for (const part of [code, ...code.querySelectorAll('*')].flatMap(({ childNodes }) => [...childNodes]))
      if (part.nodeType === Node.TEXT_NODE)
        part.data = part.data.replaceAll('http://127.0.0.1:4000/v1', data.api_base_url);
};
showOwnAddress().catch(() => undefined);

// An address of the time when everything was on one page.
const moved = document.getElementById(location.hash.slice(1))
  ? undefined
  : entries.find(([, , href]) => location.hash !== '' && href.endsWith(location.hash));
if (moved) location.replace(moved[2]);
