import type { Page } from 'playwright-core';
import { choose, dialog, fill, press, row } from './controls.ts';
import { openAs, type SignedInPerson } from './people.ts';

export const contactsPath = (workspaceId: string, rest = ''): string => `/w/${workspaceId}/contacts${rest}`;

export const openContacts = async (person: SignedInPerson, workspaceId: string, rest?: string) =>
  contactsOn(await openAs(person, contactsPath(workspaceId, rest)));

const contactsOn = (page: Page) => {
  const openDrawer = (name: string) => page.getByRole('link', { name }).click();
  return {
    page,
    row: (words: string) => row(page, words),
    search: (words: string) => page.getByRole('searchbox', { name: 'Name, phone or email' }).fill(words),
    clear: () => press(page, 'Clear'),
    add: async (fields: Record<string, string>): Promise<void> => {
      for (const [name, value] of Object.entries(fields)) await fill(dialog(page), name, value);
      await press(dialog(page), 'Create contact');
    },
    addAttribute: async (name: string, kind: string, value: string): Promise<void> => {
      await fill(dialog(page), 'Name', name);
      await choose(dialog(page), 'Kind', kind);
      await fill(dialog(page), 'Value', value);
      await press(dialog(page), 'Add attribute');
    },
    select: (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true }),
    selectAll: () => press(page, /^Select all (that match|\d+ contacts)$/),
    openDrawer,
    openPage: async (name: string): Promise<void> => {
      await openDrawer(name);
      await dialog(page).getByRole('link', { name: 'Open page' }).click();
    },
  };
};
