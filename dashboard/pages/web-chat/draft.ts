import type { WebChat, WebChatSettings } from '../../../functions/model/web-chat/settings.ts';

export type Changes = Partial<WebChatSettings>;

/** Fields with the saved value are no changes, so typing something and taking it back leaves nothing to save. */
export const withChange = (saved: WebChat, changes: Changes, change: Changes): Changes => {
  const next: Changes = { ...changes, ...change };
  const names = Object.keys(next) as (keyof WebChatSettings)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(next[name]) !== JSON.stringify(saved[name]))
      .map((name) => [name, next[name]]),
  );
};

export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

export const isValid = ({ name, color, greeting }: WebChatSettings): boolean =>
  name.trim() !== '' && greeting.trim() !== '' && isColor(color);

/** Questions that were left empty are none, and of two that are the same one is enough. */
export const toInput = ({ questions, ...changes }: Changes): Changes => ({
  ...changes,
  ...(questions && { questions: [...new Set(questions.map((text) => text.trim()).filter(Boolean))] }),
});

/** The host of what was typed or pasted, which may be a whole address. A name in other letters becomes ASCII. */
export const toSite = (typed: string): string => {
  const host = typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '');
  const [, wildcard = '', name = ''] = /^(\*\.)?(.*)$/.exec(host) ?? [];
  const url = /[^ -~]/.test(name) ? URL.parse(`https://${name}`) : null;
  return `${wildcard}${url?.host ?? name}`;
};

/** Moves one element, as a drag does. */
export const moved = <Value>(values: readonly Value[], from: number, to: number): Value[] => {
  const next = [...values];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};
