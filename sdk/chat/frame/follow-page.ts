import type { Place, Preview, ToFrame } from '../bridge.ts';
import type { Texts } from '../languages/texts.ts';
import { hueOf } from './conversation.ts';
import { createIdentity } from './identity.ts';
import type { Session } from './session.ts';
import type { State } from './store.ts';

type Hello = Extract<ToFrame, { type: 'hello' }>;

/** Keeps the frame and the page around it in step. Returns what hears the page. */
export const followPage = (session: Session, texts: Texts, hello: Hello, signOut: () => void) => {
  const { settings, store, page, presence, context, reading, device, visitor, outbox, listen } = session;
  const identity = createIdentity(session, texts);

  const open = (place: Place, hasFocus: boolean): void => {
    store.set({ isOpen: true, place });
    if (hasFocus) setTimeout(focusPanel);
    identity.want();
    reading.soon();
    listen();
    presence.begin();
  };
  const hear = (message: ToFrame): void => {
    if (message.type === 'open') open(message.place, message.hasFocus);
    if (message.type === 'closed') store.set({ isOpen: false, unreadFromId: undefined });
    if (message.type === 'closed') reading.plan();
    if (message.type === 'hidden') device.set('hidden', newestAnswer(store.get())?.id ?? '');
    if (message.type === 'page') context.set({ page: message.page });
    if (message.type === 'context') context.set({ fields: message.fields });
    if (message.type === 'identity') identity.take(message.jwt);
    if (message.type === 'shutdown') signOut();
  };

  let said = '';
  const sayUnread = (): void => {
    const state = store.get();
    const count = state.isOpen ? 0 : (state.conversation?.unread ?? 0);
    const label = count > 0 ? `${texts.open}, ${texts.newMessages(count)}` : texts.open;
    const answer = count > 0 ? newestAnswer(state) : undefined;
    const preview = answer && device.get('hidden') !== answer.id ? toPreview(state, settings.name) : null;
    const next = JSON.stringify([count, preview]);
    if (next === said) return;
    said = next;
    page.tell({ type: 'unread', count, label, preview });
  };
  const { open: opening, close, hidePreview: hide, now } = texts;
  page.tell({ type: 'labels', open: opening, close, panel: texts.panel(settings.name), hide, now });
  store.subscribe(sayUnread);

  identity.has(hello.hasIdentity);
  if (visitor.isKnown()) session.begin();
  context.set({ page: hello.page, fields: hello.fields });
  store.set({
    place: hello.place,
    isExpected: visitor.isKnown() || hello.code !== undefined,
    pending: outbox.all(),
    typedEmail: outbox.all().findLast(({ email }) => email !== undefined)?.email,
    isLoud: device.get('sound') === 'on',
    draft: device.get('draft') ?? '',
  });
  if (hello.code) void identity.continueFrom(hello.code);
  reading.soon();
  if (hello.isOpen) open(hello.place, document.hasFocus());
  else if (visitor.isKnown()) {
    identity.want();
    presence.begin();
  }
  outbox.resume();
  return hear;
};

const newestAnswer = ({ messages }: State) => messages.findLast(({ from }) => from === 'team');

const toPreview = (state: State, company: string): Preview | null => {
  const answer = newestAnswer(state);
  if (!answer) return null;
  const { name = company, initials = company.slice(0, 1) } = answer.author ?? {};
  return { name, initials, hue: hueOf(name), company, text: answer.text ?? answer.file?.name ?? '' };
};

/** A keyboard on the screen would cover half of it, so there the visitor taps the field first. */
const focusPanel = (): void => {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  document.querySelector<HTMLElement>(isTouch ? '[data-first-focus]' : 'textarea')?.focus();
};
