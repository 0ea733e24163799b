import type { PageInfo } from '../bridge.ts';
import type { Ask } from './api.ts';
import type { Visitor } from './visitor.ts';

const max = { fields: 10, name: 40, text: 200, title: 300, url: 2_000 };

/** The page and up to ten short texts of it, which the team sees beside the conversation. */
export const createContext = (ask: Ask, visitor: Visitor, sendsPage: boolean) => {
  let page: PageInfo | undefined;
  let fields: Record<string, string> = {};
  let said = '';
  const say = async (): Promise<void> => {
    const body = { ...(page && { page }), fields };
    const next = JSON.stringify(body);
    if (!visitor.isAccepted() || next === said) return;
    said = next;
    const answer = await ask({ method: 'PUT', path: '/context', body });
    if (!answer.ok) said = '';
  };
  return {
    page: (): PageInfo | undefined => page,
    say: (): void => void say(),
    set: (changes: { page?: PageInfo; fields?: Record<string, string> }): void => {
      const { title = '', url = '' } = changes.page ?? {};
      if (changes.page && sendsPage) page = { title: title.slice(0, max.title), url: url.slice(0, max.url) };
      if (changes.fields) fields = toFields(changes.fields);
      void say();
    },
    forget: (): void => {
      fields = {};
      said = '';
    },
  };
};

const toFields = (given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => name !== '')
      .slice(0, max.fields)
      .map(([name, text]) => [name.slice(0, max.name), String(text).slice(0, max.text)]),
  );
