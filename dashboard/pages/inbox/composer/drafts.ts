import { useSyncExternalStore } from 'react';
import type { MessageLink } from '../../../../functions/model/messages/message.ts';
import type { ChosenTemplate, Upload } from '../store/outbox.ts';

export type DraftKind = 'reply' | 'note';

export interface StoredDraft {
  text: string;
  quoteId?: string;
  uploads?: readonly Upload[];
  /** A pasted one, whose address is in the text. */
  link?: MessageLink;
  /** The chosen template, and its values once the person has typed one. */
  template?: { key: string; values?: Readonly<Record<string, string>> | undefined };
  /** The template that is sent if the window is closed, once its values are complete. */
  fallback?: { key: string; values?: Readonly<Record<string, string>> | undefined; template?: ChosenTemplate };
  /** What a saved reply left to be filled in, such as `[days]`, while it is in the text as it was inserted. */
  gaps?: readonly string[];
  savedAtMs: number;
}

export type DraftFields = { [Name in Exclude<keyof StoredDraft, 'savedAtMs'>]?: StoredDraft[Name] | undefined };

const keptMs = 30 * 24 * 60 * 60_000;

const prefixOf = (userId: string, workspaceId: string): string => `draft:${userId}:${workspaceId}:`;

export const isEmptyDraft = ({ text, quoteId, uploads, template }: DraftFields): boolean =>
  !text?.trim() && !quoteId && !uploads?.length && !template?.values;

/** A draft belongs to one conversation of one person, in this browser. Signing out removes all of them. */
export const openDrafts = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>,
  userId: string,
  workspaceId: string,
  nowMs: () => number = Date.now,
) => {
  const prefix = prefixOf(userId, workspaceId);
  const keyOf = (conversationId: string, kind: DraftKind) => `${prefix}${conversationId}:${kind}`;
  const listeners = new Set<() => void>();
  const read = (key: string): StoredDraft | undefined => {
    try {
      const draft = JSON.parse(storage.getItem(key) ?? 'null') as StoredDraft | null;
      return draft !== null && typeof draft.text === 'string' ? draft : undefined;
    } catch {
      return undefined;
    }
  };
  /** Texts of replies by conversation, for the list. */
  let texts: ReadonlyMap<string, string> = new Map();
  const scan = () => {
    const found = new Map<string, string>();
    for (const key of Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')) {
      if (!key.startsWith(prefix)) continue;
      const draft = read(key);
      if (!draft || nowMs() - draft.savedAtMs > keptMs) storage.removeItem(key);
      else if (key.endsWith(':reply') && draft.text.trim()) found.set(key.slice(prefix.length, -6), draft.text.trim());
    }
    texts = found;
  };
  scan();
  const announce = () => {
    scan();
    for (const listener of listeners) listener();
  };
  return {
    read: (conversationId: string, kind: DraftKind) => read(keyOf(conversationId, kind)),
    save: (conversationId: string, kind: DraftKind, draft: Omit<StoredDraft, 'savedAtMs'>) => {
      const key = keyOf(conversationId, kind);
      if (isEmptyDraft(draft)) storage.removeItem(key);
      else {
        try {
          storage.setItem(key, JSON.stringify({ ...draft, savedAtMs: nowMs() }));
        } catch {
          // Full storage must not stop the person from typing.
        }
      }
      announce();
    },
    texts: () => texts,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export type Drafts = ReturnType<typeof openDrafts>;

export const useDraftTexts = (drafts: Drafts): ReadonlyMap<string, string> =>
  useSyncExternalStore(drafts.subscribe, drafts.texts);
