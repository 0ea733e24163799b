import type { Scope } from '../../functions/model/access/scope.ts';
import type { Role } from '../../functions/model/members/member.ts';
import { auditLog } from './en/audit-log.ts';
import { channels } from './en/channels.ts';
import { deliveries } from './en/deliveries.ts';
import { events } from './en/events.ts';
import { integrations } from './en/integrations.ts';
import { members } from './en/members.ts';
import { overview } from './en/overview.ts';
import { requests } from './en/requests.ts';
import { sessions } from './en/sessions.ts';
import { templates } from './en/templates.ts';
import { usage } from './en/usage.ts';
import { webhooks } from './en/webhooks.ts';
import { workspaceSettings } from './en/workspace-settings.ts';

const roles: Record<Role, string> = { owner: 'Owner', admin: 'Admin', agent: 'Agent' };

/** Who has at least this role. */
const holders: Record<Role, string> = {
  owner: 'Only Owners can',
  admin: 'Only Admins and Owners can',
  agent: 'Every member can',
};

const scopes: Record<Scope, string> = {
  'messages:send': 'Send messages and templates',
  'messages:read': 'Read messages and their status',
  'contacts:read': 'Read contacts and segments',
  'contacts:write': 'Create and change contacts and segments',
  'conversations:read': 'Read conversations',
  'broadcasts:send': 'Create and cancel broadcasts',
  'webhooks:manage': 'Create, change and delete webhooks',
};

/** Every text of the dashboard. Another language is an object of the same type. */
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
  apiKeys: {
    nav: 'API keys',
    title: 'API keys',
    lead: 'Keys let your servers call the API. A key belongs to this workspace and can do only what its scopes allow.',
    manage: 'create and revoke keys',
    loadFailed: 'The API keys could not be loaded.',
    columns: {
      name: 'Name and key',
      scopes: 'Scopes',
      created: 'Created',
      lastUsed: 'Last used',
      status: 'Status',
      actions: 'Actions',
    },
    states: { active: 'Active', revoked: 'Revoked', expired: 'Expired' },
    never: 'Never',
    expires: 'Expires',
    by: (name: string) => `by ${name}`,
    allScopes: 'All scopes',
    noScopes: 'No scopes',
    more: (count: number) => `+${count}`,
    fewer: 'Fewer',
    onlyFrom: 'Only from',
    showScopes: (count: number, name: string) => `Show ${count} more ${count === 1 ? 'scope' : 'scopes'} of ${name}`,
    fewerScopes: (name: string) => `Fewer scopes of ${name}`,
    showNetworks: (count: number, name: string) =>
      `Show ${count} more ${count === 1 ? 'address' : 'addresses'} of ${name}`,
    fewerNetworks: (name: string) => `Fewer addresses of ${name}`,
    emptyTitle: 'No API keys yet',
    empty: 'Create a key to call the API from your server. You choose what it may do.',
    emptyReadOnly: 'When an Admin or Owner creates a key, it appears here.',
    create: {
      action: 'Create key',
      title: 'Create an API key',
      lead: 'Scopes and addresses cannot be changed later. To change them, create a new key and revoke the old one.',
      name: 'Name',
      nameHint: 'Where you will use it, for example Checkout server.',
      nameMissing: 'Enter a name, so you can recognize the key later.',
      nameTooLong: (max: number, length: number) => `Use at most ${max} characters. This name has ${length}.`,
      scopes: 'Scopes',
      noneHint: 'Without a scope the key can only call GET /me.',
      networks: 'Allowed addresses (optional)',
      networksHint: 'IP addresses or networks, one per line. Leave it empty to allow all.',
      networkInvalid: (text: string) =>
        `“${text}” is not an IP address or network. Write it like 203.0.113.7 or 203.0.113.0/24.`,
      networksTooMany: (max: number, count: number) => `Use at most ${max} addresses and networks. These are ${count}.`,
      presets: 'Presets',
      presetNames: { send: 'Send only', read: 'Read only', all: 'All' },
      submit: 'Create key',
      cancel: 'Cancel',
    },
    created: {
      title: 'Save your new key',
      lead: 'This is the only time you will see the full key. Store it where your server keeps its secrets.',
      key: 'API key',
      try: 'Try it',
      curl: 'curl command',
      tryFrom: (networks: string) => `Run it on a server in ${networks}. From elsewhere the key is refused.`,
      saved: 'I have saved it',
      done: 'Done',
    },
    revoke: {
      action: 'Revoke',
      label: (name: string) => `Revoke ${name}`,
      title: (name: string) => `Revoke ${name}?`,
      lead: 'Requests with this key fail at once. This cannot be undone.',
      lastUsed: 'It was last used',
      submit: 'Revoke key',
      done: (name: string) => `${name} is revoked`,
    },
  },
  scopes,
  deliveries,
  webhooks,
  events,
  integrations,
  channels,
  templates,
  members,
  auditLog,
  playground: { nav: 'Playground' },
  requests,
  sessions,
  overview,
  usage,
  workspaceSettings,
};
