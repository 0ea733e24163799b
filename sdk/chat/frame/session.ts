import type { ToFrame } from '../bridge.ts';
import type { Settings } from '../settings.ts';
import { type Call, createApi, type Outcome } from './api.ts';
import { createContext } from './context.ts';
import type { Message } from './conversation.ts';
import { createDeliver } from './deliver.ts';
import { openDevice } from './device.ts';
import { openShelf } from './files.ts';
import { createListening } from './listening.ts';
import { createOutbox, type Delivery } from './outbox.ts';
import { linkPage } from './page-link.ts';
import { createPresence } from './presence.ts';
import { createReading } from './reading.ts';
import { createStore, firstState } from './store.ts';
import { createVisitor } from './visitor.ts';

interface SessionEvents {
  hearPage: (message: ToFrame) => void;
  /** The team has answered. */
  onAnswers: (messages: Message[]) => void;
}

/** Everything behind the view: who the visitor is, what waits, what the service says, and the page around. */
export const createSession = (settings: Settings, { hearPage, onAnswers }: SessionEvents) => {
  const { site } = settings;
  const device = openDevice(site, () => localStorage);
  const shelf = openShelf(site);
  const visitor = createVisitor(device);
  const store = createStore();
  const request = createApi(site, visitor.token);
  /** Every answer tells whether there is a connection. */
  const ask = async <Data>(call: Call): Promise<Outcome<Data>> => {
    const outcome = await request<Data>(call);
    const isOffline = !outcome.ok && outcome.status === 0;
    if (isOffline !== store.get().isOffline && !call.isLast) store.set({ isOffline });
    return outcome;
  };
  const listening = createListening(site, ask, store, {
    readSoon: () => reading.soon(),
    plan: () => reading.plan(),
  });
  const outbox = createOutbox({
    device,
    deliver: createDeliver(ask, shelf, visitor.renew),
    alone: listening.tabs.alone,
    onChange: () => store.set({ pending: outbox.all() }),
    onDelivery: (delivery) => onDelivery(delivery),
  });
  const page = linkPage(settings, hearPage);
  const presence = createPresence(ask, visitor);
  const context = createContext(ask, visitor, settings.sends_page !== false);
  const onConfirmed = (ids: string[]): void => ids.forEach(shelf.remove);
  const reading = createReading({
    ask,
    store,
    visitor,
    outbox,
    onAnswers,
    onKnown: () => accept(),
    onGone: () => lose(),
    onConfirmed,
  });

  let hasBegun = false;
  /** From now on the browser remembers the visitor. */
  const begin = (): void => {
    visitor.begin();
    if (hasBegun) return;
    hasBegun = true;
    page.tell({ type: 'started' });
  };
  const listen = (): void => {
    if (visitor.isAccepted() && (store.get().isOpen || reading.isRecent())) listening.start();
  };
  const accept = (): void => {
    begin();
    const isNew = !visitor.isAccepted();
    visitor.setAccepted(true);
    listen();
    if (!isNew) return;
    presence.tell();
    context.say();
  };
  /** The token of an erased contact soon opens nothing, so what is written from now on has another one. */
  const lose = (): void => {
    if (store.get().conversation?.visitor?.is_verified) visitor.setAccepted(false);
    else visitor.renew();
    listening.stop();
  };
  const onDelivery = ({ outcome }: Delivery): void => {
    store.set({ isSlowed: outcome === 'later' });
    if (outcome !== 'accepted') return;
    accept();
    listening.tabs.tell({ kind: 'changed' });
    reading.soon();
  };
  const forget = (): void => {
    listening.stop();
    hasBegun = false;
    presence.end();
    context.forget();
    visitor.forget();
    shelf.clear();
    const { isOpen, place } = store.get();
    store.set({ ...firstState, isOpen, place });
    page.tell({ type: 'forgotten' });
    if (isOpen) reading.soon();
  };
  return {
    settings,
    device,
    shelf,
    visitor,
    store,
    ask,
    outbox,
    page,
    presence,
    context,
    reading,
    begin,
    accept,
    listen,
    forget,
  };
};

export type Session = ReturnType<typeof createSession>;
