import { render } from 'preact';
import type { ToFrame } from '../bridge.ts';
import { loadTexts } from '../languages/load.ts';
import type { Settings } from '../settings.ts';
import './frame.css';
import { createActions } from './actions.ts';
import { followPage } from './follow-page.ts';
import { followTabs } from './other-tabs.ts';
import { createSession } from './session.ts';
import { playTone } from './sound.ts';
import { App } from './view/app.tsx';

const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? 'null');
const root = document.documentElement;
const early: ToFrame[] = [];
let hear = (message: ToFrame): void => void early.push(message);

const session = createSession(settings, {
  hearPage: (message) => (message.type === 'hello' ? void start(message) : hear(message)),
  onAnswers: (messages) => {
    const { isOpen, isLoud, unreadFromId } = session.store.get();
    for (const { author, text } of messages)
      session.page.tell({ type: 'message', name: author?.name ?? '', text: text ?? '' });
    const isSeen = isOpen && document.visibilityState === 'visible';
    if (!isSeen && unreadFromId === undefined) session.store.set({ unreadFromId: messages[0]?.id });
    if (isLoud) playTone();
  },
});

const paint = (scheme: string | undefined): void => {
  const { color, on_color, light_text, dark_text } = settings;
  root.style.setProperty('--brand', color);
  root.style.setProperty('--on-brand', on_color);
  root.style.setProperty('--brand-text', `light-dark(${light_text}, ${dark_text})`);
  if (scheme) root.dataset.scheme = scheme;
};

const start = async (hello: Extract<ToFrame, { type: 'hello' }>): Promise<void> => {
  paint(hello.scheme);
  const { texts, locale } = await loadTexts([hello.language, ...navigator.languages]);
  root.lang = locale;
  root.dir = texts.direction;
  document.title = texts.panel(settings.name);
  const actions = createActions(session, texts, locale);
  render(
    <App session={session} actions={actions} texts={texts} locale={locale} />,
    document.getElementById('chat') ?? document.body,
  );
  hear = followPage(session, texts, hello, () => void actions.signOut());
  for (const message of early.splice(0)) hear(message);
  followTabs(session);
};

/** Opened by itself, such as from a mail, the chat fills the window. */
if (session.page.isAlone) {
  const [, code] = /^#switchboard-chat=([\w-]+)$/.exec(location.hash) ?? [];
  if (code) history.replaceState(null, '', location.pathname);
  const page = { title: '', url: '' };
  const given = { language: undefined, scheme: undefined, code, page, fields: {}, hasIdentity: false };
  void start({ type: 'hello', place: 'inline', isOpen: true, ...given });
}
