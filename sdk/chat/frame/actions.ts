import type { Texts } from '../languages/texts.ts';
import type { Message } from './conversation.ts';
import { newId } from './random.ts';
import type { Session } from './session.ts';
import { needsEmail } from './store.ts';
import { toSize } from './when.ts';

const fileBytesMax = 10_000_000;
export const textCharactersMax = 4_096;
const attachedMax = 5;
/** The same as that of the service: browsers also take `ana@shop`. */
const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

/** What a visitor can do. */
export const createActions = (session: Session, texts: Texts, locale: string) => {
  const { ask, context, device, outbox, page, presence, reading, shelf, store, visitor, begin } = session;
  let lastAtMs = 0;

  const setDraft = (draft: string): void => {
    store.set({ draft });
    if (!visitor.isKnown()) return;
    if (draft === '') device.remove('draft');
    else device.set('draft', draft);
  };
  const put = (content: { text?: string; reply_to_id?: string; file?: File; id?: string }): void => {
    const { file, id = newId(), ...rest } = content;
    const at = context.page();
    const { typedEmail } = store.get();
    // Each later than the one before, so that they keep their order.
    lastAtMs = Math.max(Date.now(), lastAtMs + 1);
    outbox.add({
      ...rest,
      id,
      state: 'waiting',
      at: lastAtMs,
      language: locale,
      ...(file && { file: { name: file.name, type: file.type, size: file.size } }),
      ...(at && { page: at }),
      ...(typedEmail !== undefined && { email: typedEmail }),
    });
  };
  /** Files go first, each as a message of its own. */
  const send = async (given?: string): Promise<void> => {
    const { draft, quoted, attached } = store.get();
    const text = (given ?? draft).trim();
    if (text === '' && attached.length === 0) return;
    if (needsEmail(store.get(), session.settings.asks_email)) return store.set({ held: given ? { text: given } : {} });
    begin();
    if (given === undefined) setDraft('');
    store.set({ quoted: undefined, attached: [], notice: undefined, savedEmail: undefined, held: undefined });
    for (const { id, file } of attached) {
      await shelf.put(id, file);
      put({ id, file });
    }
    if (text !== '') put({ text: text.slice(0, textCharactersMax), ...(quoted && { reply_to_id: quoted.id }) });
    presence.sent();
  };
  const attach = (files: Iterable<File>): void => {
    const given = [...files];
    const fitting = given.filter(({ size }) => size > 0 && size <= fileBytesMax);
    const notice = fitting.length < given.length ? texts.tooLarge(toSize(locale, fileBytesMax)) : undefined;
    const added = fitting.map((file) => ({ id: newId(), file }));
    store.set({ notice, attached: [...store.get().attached, ...added].slice(0, attachedMax) });
  };
  const saveEmail = async (email: string): Promise<boolean> => {
    if (!emailPattern.test(email)) return false;
    const { held } = store.get();
    if (visitor.isAccepted()) {
      const answer = await ask({ method: 'PUT', path: '/email', body: { email } });
      if (!answer.ok) return false;
    }
    store.set({ savedEmail: email, typedEmail: email });
    if (held) void send(held.text);
    return true;
  };
  const rate = async (score: number, text?: string): Promise<boolean> => {
    const body = { score, ...(text && { text }) };
    const answer = await ask({ method: 'PUT', path: '/rating', body });
    const { conversation } = store.get();
    if (answer.ok && conversation)
      store.set({
        conversation: { ...conversation, rating: { score, text: text ?? conversation.rating?.text ?? null } },
      });
    return answer.ok;
  };
  /** Signs out and takes everything off this device. */
  const signOut = async (): Promise<void> => {
    const revoked = visitor.isAccepted() && ask({ method: 'DELETE', path: '/visitor', isLast: true });
    // Not later: what is asked or answered meanwhile must not bring this token back.
    session.forget();
    await revoked;
  };

  return {
    send,
    attach,
    setDraft: (draft: string): void => {
      setDraft(draft);
      if (draft !== '') presence.writing();
    },
    detach: (id: string): void => store.set({ attached: store.get().attached.filter((one) => one.id !== id) }),
    quote: (quoted: Message | undefined): void => store.set({ quoted }),
    retry: (id: string): void => {
      const { typedEmail } = store.get();
      outbox.retry(id, typedEmail === undefined ? {} : { email: typedEmail });
    },
    discard: (id: string): void => {
      shelf.remove(id);
      outbox.remove(id);
    },
    readOlder: reading.readOlder,
    saveEmail,
    rate,
    signOut,
    close: (): void => page.tell({ type: 'close' }),
    setLoud: (isLoud: boolean): void => {
      store.set({ isLoud });
      if (isLoud) device.set('sound', 'on');
      else device.remove('sound');
    },
    seen: (): void => {
      store.set({ unreadFromId: undefined });
      reading.sayReceipt();
    },
  };
};

export type Actions = ReturnType<typeof createActions>;
