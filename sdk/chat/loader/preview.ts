import type { Preview } from '../bridge.ts';
import { icon, make } from './dom.ts';
import css from './preview.css';

interface PreviewEvents {
  onOpen: () => void;
  onHide: () => void;
}

export type DrawPreview = (
  root: ShadowRoot,
  place: HTMLElement,
  given: Preview | null,
  labels: { hide: string; now: string },
  events: PreviewEvents,
) => void;

let shown = '';

/** A new answer beside the launcher. The place is there before, so that screen readers say what comes into it. */
const drawPreview: DrawPreview = (root, place, given, { hide: hideLabel, now }, { onOpen, onHide }) => {
  const next = JSON.stringify(given);
  if (next === shown) return;
  shown = next;
  if (root.adoptedStyleSheets.length === 1) root.adoptedStyleSheets.push(toSheet());
  place.replaceChildren();
  if (!given) return;
  const about = make('small', {});
  about.append(make('b', { textContent: given.name }), ` · ${given.company} · ${now}`);
  const words = make('button', { type: 'button', className: 'words', onclick: () => onOpen() });
  const text = make('span', { textContent: given.text, dir: 'auto' });
  words.append(make('span', { textContent: given.initials, ariaHidden: 'true' }), about, text);
  const hide = make('button', { type: 'button', className: 'hide', ariaLabel: hideLabel, onclick: onHide });
  hide.append(icon('M18 6 6 18M6 6l12 12', 16));
  place.append(words, hide);
};

const toSheet = (): CSSStyleSheet => {
  const styles = new CSSStyleSheet();
  styles.replaceSync(css);
  return styles;
};

window.Switchboard?.('preview', drawPreview);
