import type { Role } from '../../functions/model/members/member.ts';

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
    reference: 'API reference',
    offline: 'You are offline. The page shows the last data it received.',
    unreachable: 'Switchboard cannot be reached. The page shows the last data it received and tries again.',
  },
  /** The links to the pages. */
  nav: {
    overview: 'Overview',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
    events: 'Events',
    messages: 'Messages',
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
    webhook: 'Webhook',
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
  discard: { title: 'Discard what you typed?', keep: 'Keep editing', action: 'Discard' },
  secret: { saved: 'I have saved it', done: 'Done' },
  list: { more: 'Load more' },
  freshness: {
    updated: (age: string) => `Updated ${age}`,
    offline: 'Offline, trying again',
    unreachable: 'Not reachable, trying again',
    failing: 'Not updating, trying again',
  },
  problem: {
    retry: 'Try again',
    requestId: 'Request ID',
    unreachable: 'Switchboard cannot be reached. Check your connection and try again.',
    pageTitle: 'This page could not be loaded',
    page: 'Check your connection.',
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
    noAccess: 'You have no access to this workspace',
    lead: 'The address is misspelled, or the page has moved.',
    workspace: 'You are not a member of it, or it does not exist. Ask for an invitation, or choose another workspace.',
    home: 'Go to your workspace',
  },
};
