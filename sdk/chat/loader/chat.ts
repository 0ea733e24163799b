import type { Place, ToFrame, ToPage } from '../bridge.ts';
import { chooseLanguage } from '../languages/choose.ts';
import type { Settings } from '../settings.ts';
import { loadScript } from './dom.ts';
import { createFrame } from './frame.ts';
import { openChat } from './labels.ts';
import { note, onNavigation, showInTitle, toPageInfo } from './page.ts';
import type { DrawPreview } from './preview.ts';
import { createView, smallScreen } from './view.ts';

/** Few pages need it, so it is a file of its own. The build knows its name. */
declare const previewPath: string;

type Identity = string | (() => string | Promise<string>);
type Said<Type extends ToPage['type']> = Omit<Extract<ToPage, { type: Type }>, 'type'>;
type Emit = (name: string, detail?: unknown) => void;

/** The chat of a page whose site is known and allowed. Returns its commands. */
export const createChat = (script: HTMLScriptElement, origin: string, settings: Settings, emit: Emit) => {
  const { language, scheme } = script.dataset;
  const isInline = script.dataset.mode === 'inline' || settings.position === 'inline';
  const hasStarted = note('localStorage', `switchboard.${settings.site}`);
  const wasOpen = note('sessionStorage', `switchboard.${settings.site}`);
  const opening = openChat[chooseLanguage([language, ...navigator.languages], Object.keys(openChat))] ?? '';
  let labels: Said<'labels'> = { open: opening, close: opening, panel: settings.name, hide: '', now: '' };
  let unread: Said<'unread'> = { count: 0, label: opening, preview: null };
  let identity: Identity | undefined;
  let fields: Record<string, string> = {};
  let isOpen = isInline;
  let drawPreview: DrawPreview | undefined;

  const place = (): Place => (isInline ? 'inline' : smallScreen.matches ? 'screen' : 'panel');
  const hello = (): ToFrame => {
    const [, code] = /^#switchboard-chat=([\w-]+)$/.exec(location.hash) ?? [];
    if (code) history.replaceState(history.state, '', location.pathname + location.search);
    const hasIdentity = identity !== undefined;
    return { type: 'hello', place: place(), isOpen, page: toPageInfo(), fields, hasIdentity, language, scheme, code };
  };
  const view = createView(settings, isInline, {
    onToggle: () => (isOpen ? close() : open()),
    onEscape: () => close(),
    onApproach: () => load(),
  });
  const { frame, load: loadInto, post } = createFrame(settings, origin, hello, (message) => hear(message));
  const load = (): void => loadInto(view.panel);
  const show = (): void => {
    view.show(isOpen, labels, unread);
    frame.title = labels.panel;
    showInTitle(unread.count);
    const preview = isOpen ? null : unread.preview;
    if (drawPreview) drawPreview(view.root, view.preview, preview, labels, { onOpen: open, onHide: hidePreview });
    else if (preview) loadPreview();
  };
  const loadPreview = (): void => {
    drawPreview = () => undefined;
    loadScript(origin + previewPath, script.nonce);
  };
  const hidePreview = (): void => {
    unread = { ...unread, preview: null };
    post({ type: 'hidden' });
    show();
    view.launcher.focus();
  };

  const open = (hasFocus = true): void => {
    if (isOpen) return;
    isOpen = true;
    load();
    view.showPanel(true);
    show();
    if (hasFocus) frame.focus();
    post({ type: 'open', place: place(), hasFocus });
    if (hasStarted.has()) wasOpen.set(true);
    emit('open');
  };
  const close = (): void => {
    if (!isOpen || isInline) return;
    const hadFocus = view.hasFocus();
    isOpen = false;
    view.showPanel(false);
    show();
    if (hadFocus) view.launcher.focus();
    post({ type: 'closed' });
    wasOpen.set(false);
    emit('close');
  };
  const identify = async (): Promise<void> => {
    const jwt = await Promise.resolve(typeof identity === 'function' ? identity() : identity).catch(() => undefined);
    post({ type: 'identity', jwt: jwt ?? null });
  };

  const hear = (message: ToPage): void => {
    if (message.type === 'labels') labels = message;
    if (message.type === 'unread') {
      unread = message;
      emit('unread', message.count);
    }
    if (message.type === 'message') emit('message', { name: message.name, text: message.text });
    if (message.type === 'close') close();
    if (message.type === 'identity') void identify();
    if (message.type === 'started') {
      hasStarted.set(true);
      wasOpen.set(isOpen && !isInline);
    }
    if (message.type === 'forgotten') hasStarted.set(false);
    show();
  };

  onNavigation(() => post({ type: 'page', page: toPageInfo() }));
  smallScreen.addEventListener('change', () => {
    if (isInline || !isOpen) return;
    view.showPanel(true);
    post({ type: 'open', place: place(), hasFocus: false });
  });
  view.insert(script);
  show();
  if (isInline || hasStarted.has()) load();
  if (location.hash.startsWith('#switchboard-chat=')) open(false);
  else if (wasOpen.has() && !smallScreen.matches) open(false);

  return {
    open: () => open(),
    close,
    toggle: () => (isOpen ? close() : open()),
    show: () => view.setHidden(false),
    hide: () => {
      close();
      view.setHidden(true);
    },
    place: view.insert,
    preview: (draw: DrawPreview) => {
      drawPreview = draw;
      show();
    },
    identify: (given: Identity) => {
      identity = given;
      void identify();
    },
    context: (given: Record<string, unknown>) => {
      fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
      post({ type: 'context', fields });
    },
    shutdown: () => {
      if (hasStarted.has()) load();
      identity = undefined;
      fields = {};
      unread = { ...unread, count: 0, preview: null };
      hasStarted.set(false);
      post({ type: 'shutdown' });
      close();
      show();
    },
  };
};
