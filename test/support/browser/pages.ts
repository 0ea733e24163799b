import type { Page } from 'playwright-core';
import { createApiKey, importApiKey } from '../../../functions/domain/access/api-keys.ts';
import { connectIntegration } from '../../../functions/domain/webhooks/integrations.ts';
import { scopes } from '../../../functions/model/scope.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { inviteTo } from '../dashboard.ts';
import { makeOwnedWorkspace, type OwnedWorkspace, settingsPath } from './people.ts';

/** A workspace in which every page has something to show. */
export const makeFurnishedWorkspace = async (): Promise<OwnedWorkspace> => {
  const workspace = await makeOwnedWorkspace('Acme Outfitters');
  const { id } = workspace;
  const legacy = { name: 'Old server', scopes: ['messages:send' as const] };
  await importApiKey(id, legacy, `legacy_live_${newId().replaceAll('-', '')}`);
  await createApiKey(id, { name: 'Checkout server', scopes: ['messages:send', 'contacts:read', 'contacts:write'] });
  await createApiKey(id, { name: 'Everything', scopes: [...scopes] });
  await createApiKey(id, { name: 'Status page', scopes: [] });
  const input = {
    url: 'https://93.184.216.34/hooks/catch/1029384/long-enough-to-wrap',
    events: ['message.received' as const],
  };
  await connectIntegration(id, newId(), 'tool_a', input, 'Olivia Owner');
  await inviteTo(id, 'zoe.with-a-rather-long-address@customer-care.example', 'agent');
  return workspace;
};

interface PageOfDashboard {
  name: string;
  path: (workspaceId: string) => string;
  /** Waits until the data shows. */
  shown: (page: Page) => Promise<void>;
}

const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

const row = (words: string) => (page: Page) => page.getByRole('row').filter({ hasText: words }).first().waitFor();

/** Data and dialogs load side by side, so a page is complete only when each part has come. */
const all =
  (...parts: PageOfDashboard['shown'][]) =>
  async (page: Page) => {
    await Promise.all(parts.map((part) => part(page)));
  };

const dialog = (page: Page) => page.getByRole('dialog').waitFor();

const members = all(text('You are the only Owner'), text('customer-care.example'));

/** The choices of the filter come with the members. */
const actors = (page: Page) => page.locator('option', { hasText: 'Olivia Owner' }).waitFor({ state: 'attached' });

export const dashboardPages: readonly PageOfDashboard[] = [
  { name: 'api-keys', path: (id) => settingsPath(id, 'api-keys'), shown: text('Checkout server') },
  {
    name: 'create-key',
    path: (id) => `${settingsPath(id, 'api-keys')}?dialog=create`,
    shown: all(text('Checkout server'), dialog),
  },
  { name: 'integrations', path: (id) => settingsPath(id, 'integrations'), shown: text('Nothing delivered yet') },
  { name: 'members', path: (id) => settingsPath(id, 'members'), shown: members },
  {
    name: 'invite',
    path: (id) => `${settingsPath(id, 'members')}?dialog=invite`,
    shown: all(members, dialog),
  },
  { name: 'audit-log', path: (id) => settingsPath(id, 'audit-log'), shown: all(row('Sign in'), actors) },
  { name: 'sessions', path: () => '/you/sessions', shown: text('This browser') },
  { name: 'workspaces', path: () => '/workspaces', shown: text('Acme Outfitters') },
  { name: 'not-found', path: (id) => settingsPath(id, 'nothing'), shown: text('Page not found') },
  { name: 'sign-in', path: () => '/sign-in', shown: text('Sign in to Switchboard') },
];
