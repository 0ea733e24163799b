import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import type { NoteEntry } from '../../../functions/model/conversations/timeline.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { idTimeMs, newId } from '../../../functions/platform/ids.ts';
import { callSimulator, connectNumber, listSentBodies } from '../channels/simulator.ts';
import { newPhone } from '../contacts.ts';
import { chooseFrom, hasFocus, press, textbox } from './controls.ts';
import { follow, makeOwnedWorkspace, openAs, type SignedInPerson } from './people.ts';

export const inboxPath = (workspaceId: string, query = '?view=all'): string => `/w/${workspaceId}/inbox${query}`;

/** A workspace with a number, to which customers write. */
export const makeInbox = async () => {
  const { id, owner } = await makeOwnedWorkspace();
  const number = await connectNumber(id);
  const phones = new Map<string, string>();
  const phoneOf = (name: string): string => {
    const phone = phones.get(name) ?? newPhone();
    phones.set(name, phone);
    return phone;
  };
  const write = async (name: string, text: string, more: object = {}): Promise<void> => {
    const body = { channel: 'msgapp', account_id: number.id, from: phoneOf(name), name, text, ...more };
    await callSimulator('POST', '/inbound', body);
  };
  const statuses = async () =>
    (await listConversations(id, {}, { limit: 50, after: undefined })).items.map(({ status }) => status);
  return {
    id,
    owner,
    number,
    phones,
    phoneOf,
    write,
    statuses,
    /** They wait in this order. */
    arrive: async (...people: string[]): Promise<void> => {
      for (const [index, name] of people.entries()) {
        await write(name, `I am ${name}`);
        await expect.poll(statuses).toHaveLength(index + 1);
      }
    },
    sentTexts: async () => (await listSentBodies(number)).map(({ text }) => (text as { body?: string })?.body),
    open: (person: SignedInPerson = owner, query?: string) => openInbox(person, id, query),
  };
};

export type Inbox = Awaited<ReturnType<typeof openInbox>>;

const openInbox = async (person: SignedInPerson, workspaceId: string, query?: string) =>
  inboxOn(await openAs(person, inboxPath(workspaceId, query)), workspaceId);

export const inboxOn = (page: Page, workspaceId: string) => {
  const log = page.getByRole('log');
  return {
    page,
    ...listOn(page),
    ...composerOn(page),
    log,
    contact: page.getByRole('complementary', { name: 'Contact' }),
    conversation: (name: string) => page.getByRole('region', { name: `Conversation with ${name}` }),
    show: (view: string) => follow(page, inboxPath(workspaceId, `?view=${view}`)),
    undo: () => press(page, 'Undo'),
    /** The menu has the counts, too. */
    filterByTeam: (shown: string, choice: string | RegExp) => chooseTeam(page, `Team: ${shown}`, choice),
    assignTeam: (to: string) => chooseTeam(page, /^Assign/, to),
    actOn: async (message: string | RegExp, action: string | RegExp): Promise<void> => {
      await log.getByText(message).hover();
      await press(log, 'Message actions');
      await page.getByRole('menuitem', { name: action }).click();
    },
    focused: () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")'),
  };
};

const chooseTeam = async (page: Page, menu: string | RegExp, choice: string | RegExp): Promise<void> => {
  await press(page, menu);
  await page.getByRole('menuitemradio', { name: choice }).click();
};

const listOn = (page: Page) => {
  const rows = page.getByRole('grid', { name: 'Conversations' }).getByRole('link');
  const row = (words: string) => rows.filter({ hasText: words });
  return {
    rows,
    row,
    open: (words: string) => row(words).click(),
    /** In the order of the list. */
    names: async () => (await rows.allTextContents()).map((text) => text.split(',')[0]),
    select: async (name: string): Promise<void> => {
      await row(name).hover();
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    },
    closeSelected: () => press(page.getByRole('toolbar'), 'Close'),
  };
};

const composerOn = (page: Page) => {
  const field = (name: string) => textbox(page, `Reply to ${name}`);
  return {
    field,
    fieldHasFocus: (name: string) => hasFocus(field(name)),
    note: textbox(page, 'Note'),
    writeNote: () => page.getByRole('tab', { name: 'Note' }).click(),
    draft: (name: string) => field(name).inputValue(),
    reply: async (name: string, text: string): Promise<void> => {
      await field(name).fill(text);
      await page.keyboard.press('Enter');
    },
    send: async (name: string, text: string, way: string): Promise<void> => {
      await field(name).fill(text);
      await chooseFrom(page, 'More ways to send', way);
    },
  };
};

export const newNote = (authorId: string, text: string): NoteEntry => {
  const id = newId();
  const author = { kind: 'member', id: authorId, name: 'Ben' } as const;
  return { type: 'note', id, created_at: isoTime(idTimeMs(id)), author, text, mentions: [] };
};
