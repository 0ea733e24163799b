import type { Scope } from '../../../functions/model/access/scope.ts';

const scopes: Record<Scope, string> = {
  'messages:send': 'Send messages and templates',
  'messages:read': 'Read messages and their status',
  'contacts:read': 'Read contacts and segments',
  'contacts:write': 'Create and change contacts and segments',
  'conversations:read': 'Read conversations',
  'broadcasts:send': 'Create and cancel broadcasts',
  'webhooks:manage': 'Create, change and delete webhooks',
};

export const apiKeyTexts = {
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
  },
  created: {
    title: 'Save your new key',
    lead: 'This is the only time you will see the full key. Store it where your server keeps its secrets.',
    key: 'API key',
    try: 'Try it',
    curl: 'curl command',
    tryFrom: (networks: string) => `Run it on a server in ${networks}. From elsewhere the key is refused.`,
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
  scopeHints: scopes,
};

/** A network of one address reads as the address. */
export const networkText = (cidr: string): string => cidr.replace(cidr.includes(':') ? /\/128$/ : /\/32$/, '');
