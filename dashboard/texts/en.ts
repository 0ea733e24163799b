import type { Role } from '../../functions/model/members/member.ts';
import { channels } from './en/channels.ts';
import { deliveries } from './en/deliveries.ts';
import { events } from './en/events.ts';
import { integrations } from './en/integrations.ts';
import { overview } from './en/overview.ts';
import { templates } from './en/templates.ts';
import { webhooks } from './en/webhooks.ts';

const roles: Record<Role, string> = { owner: 'Owner', admin: 'Admin', agent: 'Agent' };

/** Who has at least this role. */
const holders: Record<Role, string> = {
  owner: 'Only Owners can',
  admin: 'Only Admins and Owners can',
  agent: 'Every member can',
};

/** The texts that every page loads. Those of one page are beside, in `en/`, and load with the page. */
export const en = {
  product: 'Switchboard',
  loading: 'Loading',
  roles,
  shell: {
    skip: 'Skip to content',
    breadcrumb: 'Breadcrumb',
    navigation: 'Main',
    openNavigation: 'Open navigation',
    closeNavigation: 'Close navigation',
    work: 'Work',
    developers: 'Developers',
    settings: 'Settings',
    switchWorkspace: (name: string, detail: string) => `${name}, ${detail}, switch workspace`,
    workspaces: 'Workspaces',
    allWorkspaces: (invitations: number) =>
      invitations === 0 ? 'All workspaces' : `All workspaces and invitations (${invitations})`,
    workspace: 'Workspace',
    noWorkspace: 'No workspace chosen',
    account: (name: string, detail: string) => `${name}, ${detail}, your account`,
    appearance: 'Appearance',
    appearances: { light: 'Light', dark: 'Dark', system: 'Same as system' },
    signOut: 'Sign out',
    offline: 'You are offline. The page shows the last data it received.',
  },
  /** The links to the pages. */
  nav: {
    overview: 'Overview',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
    events: 'Events',
    requests: 'Requests',
    playground: 'Playground',
    integrations: 'Integrations',
    channels: 'Channels',
    templates: 'Templates',
    members: 'Members',
    usage: 'Usage and plan',
    auditLog: 'Audit log',
    workspace: 'Workspace',
    sessions: 'Sessions',
  },
  copy: {
    action: 'Copy',
    copied: 'Copied',
    label: (what: string) => `Copy ${what}`,
    copiedLabel: (what: string) => `Copied ${what}`,
    announcement: (what: string) => `${what} copied to the clipboard`,
    failed: 'The browser did not allow copying. Select the text and copy it.',
  },
  toast: { dismiss: 'Dismiss' },
  confirm: { label: (name: string) => `Type “${name}” to confirm`, cancel: 'Cancel' },
  secret: { saved: 'I have saved it', done: 'Done' },
  list: { more: 'Load more' },
  freshness: {
    updated: (age: string) => `Updated ${age}`,
    offline: 'Offline, trying again',
    failing: 'Not updating, trying again',
  },
  problem: {
    retry: 'Try again',
    requestId: 'Request ID',
    unreachable: 'Switchboard cannot be reached. Check your connection and try again.',
    throttled: 'There are too many requests right now. Wait a few seconds and try again.',
    tooLarge: 'The request is too large. Shorten the text and try again.',
    blocked: 'The firewall blocked this request. If you did nothing unusual, report the request ID.',
    unavailable: 'Switchboard is not available right now. Try again in a minute.',
    unexpected: 'Something unexpected happened. Reload the page and try again.',
    crashTitle: 'This page stopped working',
    crash: 'Reload it to continue. Nothing that you saved is lost.',
    reload: 'Reload page',
    session: 'Your account could not be loaded.',
  },
  forbidden: {
    title: 'You cannot see this page',
    text: (role: Role, required: Role) =>
      `${holders[required]} see it, and your role is ${roles[role]}. Ask one of them for access.`,
  },
  roleNote: (role: Role, required: Role, action: string) =>
    `${holders[required]} ${action}. Your role is ${roles[role]}.`,
  notFound: {
    title: 'Page not found',
    lead: 'The address is misspelled, or the page has moved.',
    workspace:
      'You are not a member of this workspace, or it does not exist. Ask for an invitation, or choose another workspace.',
    home: 'Go to your workspace',
  },
  signIn: {
    title: 'Sign in to Switchboard',
    lead: 'Use the account with the email address that was invited to your workspace.',
    action: 'Sign in',
    errors: {
      canceled: 'The sign-in was canceled. Sign in again to continue.',
      expired: 'The sign-in took more than 10 minutes or was already completed. Sign in again.',
      other_browser: 'The sign-in was started in another browser. Sign in again in this one.',
      unverified_email:
        'Your sign-in service has not verified your email address. Verify it there, or ask its administrator, and then sign in again.',
      issuer_error: 'Your sign-in service is not reachable right now. Try again in a minute.',
      unavailable: 'Switchboard cannot sign you in right now. Try again in a minute.',
    },
    why: 'You will continue on your organization’s sign-in page and then come back here.',
  },
  workspaces: {
    title: 'Your workspaces',
    choose: 'Choose a workspace',
    invitations: 'Invitations',
    invited: (name: string, role: string) => `Join ${name} as ${role}`,
    invitedBy: (who: string) => `${who} invited you.`,
    expires: 'Expires',
    join: 'Join',
    joinLabel: (name: string) => `Join ${name}`,
    decline: 'Decline',
    declineLabel: (name: string) => `Decline the invitation to ${name}`,
    joined: (name: string) => `You joined ${name}`,
    declined: (name: string) => `You declined the invitation to ${name}`,
    emptyTitle: 'No workspace yet',
    empty: (email: string) =>
      `Nobody has invited ${email}. Ask an Owner or Admin of your workspace to invite this address, then reload the page.`,
    signedInAs: (email: string) => `Signed in as ${email}`,
  },
  deliveries,
  webhooks,
  events,
  integrations,
  channels,
  templates,
  overview,
};
