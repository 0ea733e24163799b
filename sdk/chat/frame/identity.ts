import type { Texts } from '../languages/texts.ts';
import type { Session } from './session.ts';

/** A signed-in customer, as the company's server has signed, and a conversation that began on another device. */
export const createIdentity = ({ ask, page, reading, store, visitor, accept }: Session, texts: Texts) => {
  let isOffered = false;
  let isAsked = false;
  const continueFrom = async (code: string): Promise<void> => {
    const answer = await ask({ method: 'POST', path: '/continuations', body: { code } });
    if (!answer.ok && answer.status === 0) setTimeout(() => void continueFrom(code), 3_000);
    else if (!answer.ok) store.set({ notice: texts.linkOver });
    else {
      accept();
      reading.soon();
    }
  };
  return {
    has: (isThere: boolean): void => {
      isOffered = isThere;
    },
    /** Asks the page once, and not before the visitor opens the chat or is known. */
    want: (): void => {
      if (!isOffered || isAsked) return;
      isAsked = true;
      page.tell({ type: 'identity' });
    },
    take: async (jwt: string | null): Promise<void> => {
      if (jwt === null) return;
      isOffered = true;
      isAsked = store.get().isOpen || visitor.isKnown();
      if (!isAsked) return;
      const answer = await ask({ method: 'POST', path: '/identity', body: { jwt } });
      // A signature of the past: the page makes a new one when the chat opens again.
      if (!answer.ok) isAsked = false;
      else reading.soon();
    },
    continueFrom,
  };
};
