import type { Settings } from '../settings.ts';
import { icon, make } from './dom.ts';
import css from './loader.css';

interface ViewEvents {
  onToggle: () => void;
  onEscape: () => void;
  /** The visitor is about to open it. */
  onApproach: () => void;
}

const icons = {
  chat: 'M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719',
  down: 'm6 9 6 6 6-6',
};

export const smallScreen = matchMedia('(width < 480px)');

/** The launcher, the preview and the panel, out of reach of the page's styles. */
export const createView = ({ color, on_color, position, name }: Settings, isInline: boolean, events: ViewEvents) => {
  const host = make('switchboard-chat', {});
  const root = host.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(`${css}:host{--brand:${color};--on-brand:${on_color}}`);
  root.adoptedStyleSheets = [styles];

  const badge = make('span', { className: 'badge', ariaHidden: 'true' });
  const launcher = make('button', { type: 'button', className: 'launcher' });
  const preview = make('div', { className: 'preview', role: 'status' });
  const dialog = make('dialog', {});
  const inline = make('div', { className: 'inline' });
  const aside = make('aside', { ariaLabel: name });
  launcher.onclick = events.onToggle;
  launcher.onpointerenter = launcher.onfocus = events.onApproach;
  for (const part of position === 'left' ? [launcher, preview, dialog] : []) part.classList.add('left');
  aside.append(...(isInline ? [inline] : [preview, launcher, dialog]));
  root.append(aside);
  aside.onkeydown = ({ key }) => key === 'Escape' && events.onEscape();
  dialog.oncancel = (event) => {
    event.preventDefault();
    events.onEscape();
  };
  fitKeyboard(host);

  return {
    root,
    launcher,
    preview,
    panel: isInline ? inline : dialog,
    hasFocus: (): boolean => root.activeElement !== null,
    /** An inline chat goes where its script is, or where that says. Others do not leave with the page's content. */
    insert: (script: HTMLScriptElement): void => {
      if (!isInline && host.isConnected) return;
      host.dir = getComputedStyle(document.body).direction;
      aside.style.colorScheme = script.dataset.scheme ?? '';
      const target = script.dataset.target && document.querySelector(script.dataset.target);
      if (!isInline) keepIn(document.documentElement, host);
      else if (target) target.append(host);
      else if (document.body.contains(script)) script.before(host);
      else document.body.append(host);
    },
    setHidden: (isHidden: boolean): void => {
      aside.hidden = isHidden;
    },
    showPanel: (isOpen: boolean): void => {
      dialog.close();
      if (isOpen && smallScreen.matches) dialog.showModal();
      // Without show(), which would take the focus.
      else dialog.open = isOpen;
    },
    show: (
      isOpen: boolean,
      labels: { close: string; panel: string },
      unread: { count: number; label: string },
    ): void => {
      dialog.ariaLabel = labels.panel;
      launcher.ariaExpanded = String(isOpen);
      launcher.ariaLabel = isOpen ? labels.close : unread.label;
      badge.textContent = unread.count > 99 ? '99+' : String(unread.count);
      const hasBadge = unread.count > 0 && !isOpen;
      launcher.replaceChildren(icon(isOpen ? icons.down : icons.chat, 24), ...(hasBadge ? [badge] : []));
    },
  };
};

/** Beside the body, which some pages replace when they show another address. */
const keepIn = (parent: Element, host: Element): void => {
  const put = (): void => {
    if (!host.isConnected) parent.append(host);
  };
  put();
  new MutationObserver(put).observe(parent, { childList: true });
};

/** On a phone, the keyboard covers the page without resizing it. */
const fitKeyboard = (host: HTMLElement): void => {
  const seen = visualViewport;
  if (!seen) return;
  seen.onresize = seen.onscroll = () => {
    host.style.setProperty('--height', `${seen.height}px`);
    host.style.setProperty('--top', `${seen.offsetTop}px`);
  };
};
