import type { Page } from 'playwright-core';
import { card, choose, fill, press } from './controls.ts';
import { openAs, type SignedInPerson } from './people.ts';

export const openPlayground = async (person: SignedInPerson, workspaceId: string, query: string) =>
  playgroundOn(await openAs(person, `/w/${workspaceId}/playground${query}`));

export const playgroundOn = (page: Page) => {
  const phone = card(page, 'Phone');
  const log = phone.getByRole('log');
  const runButton = page.getByRole('button', { name: 'Run', exact: true });
  return {
    page,
    phone,
    log,
    status: (word: string) => log.locator('[data-status]').filter({ hasText: new RegExp(`^${word}$`) }),
    results: card(page, 'What Switchboard did'),
    examples: card(page, 'Examples'),
    result: card(page, 'Result'),
    customer: page.getByRole('combobox', { name: 'Customer' }),
    runButton,
    write: async (text: string): Promise<void> => {
      await fill(page, 'Message', text);
      await press(page, 'Send as customer');
    },
    run: async (example: string): Promise<void> => {
      await choose(page, 'Example', { label: example });
      await runButton.click();
    },
  };
};
