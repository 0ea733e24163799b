import type { AuditEntry } from '../../../functions/model/audit/audit-entry.ts';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import { channelTexts } from '../../texts/en/channels.ts';
import { toolNames } from '../../texts/en/tools.ts';
import { logTime } from '../../texts/time.ts';

const { actions } = auditLogTexts;
const names: Readonly<Record<string, string>> = {
  ...toolNames,
  ...channelTexts.names,
  'web chat': channelTexts.names.web,
};

/** An action of a newer version reads as its name: `channel.paused` becomes "Channel paused". */
export const actionWords = (action: string): string => {
  const known = Object.hasOwn(actions, action) ? (actions as Record<string, string>)[action] : undefined;
  const text = action.replaceAll(/[._]/g, ' ');
  return known ?? text.charAt(0).toUpperCase() + text.slice(1);
};

/** Tells a broadcast that was scheduled from one that was sent. */
export const entryWords = ({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string => {
  if (action !== 'broadcast.created') return actionWords(action);
  return /(^|; )at \d{4}-/.test(details ?? '') ? auditLogTexts.scheduled : auditLogTexts.sent;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Names the target of the action. An id that no longer has a name is left to the details. */
export const targetWords = (
  { target, details }: Pick<AuditEntry, 'target' | 'details'>,
  known: ReadonlyMap<string, string> = new Map(),
): string => {
  if (!target) return details ? '' : auditLogTexts.none;
  if (Object.hasOwn(names, target.name)) return String(names[target.name]);
  return known.get(target.id) ?? known.get(target.name) ?? (details && uuid.test(target.name) ? '' : target.name);
};

export const isId = (text: string): boolean => uuid.test(text);

const pages: readonly (readonly [RegExp, string])[] = [
  [/^broadcast\.(created|canceled|sent_now|exported)$/, 'broadcasts'],
  [/^segment\.(created|changed|contacts_changed)$/, 'segments'],
  [/^(webhook\.(created|changed|secret_rotated|tested)|delivery\.\w+)$/, 'webhooks'],
];

/** The page of the target below that of the workspace, as long as it has one. */
export const targetPath = ({ action, target, outcome }: AuditEntry): string | undefined => {
  const [, path] = pages.find(([pattern]) => pattern.test(action)) ?? [];
  return path && target && isId(target.id) && outcome === 'done' ? `${path}/${target.id}` : undefined;
};

export interface CustomerTarget {
  kind: 'contact' | 'conversation';
  id: string;
}

/** The log outlives the customers, so it has their ids alone. */
export const customersOf = ({ action, target, details }: Pick<AuditEntry, 'action' | 'target' | 'details'>) => {
  if (action.startsWith('contact.') && target && uuid.test(target.id)) return toCustomers('contact', [target.id]);
  if (action === 'conversation.changed' && target) return toCustomers('conversation', [target.id]);
  const listed = action === 'conversation.changed' ? details?.split(': ').at(-1) : details;
  return action === 'conversation.changed' || action === 'note.deleted'
    ? toCustomers('conversation', listed?.match(uuids) ?? [])
    : [];
};

const toCustomers = (kind: CustomerTarget['kind'], ids: readonly string[]): CustomerTarget[] =>
  ids.map((id) => ({ kind, id }));

const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The log keeps short notes, such as `host crm.example; turned off`. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^host /, 'Sends to '],
  [/^events:? /, 'Events: '],
  [/^at (?=\d{4}-)/, 'Planned for '],
  [/^(waba id:|business account) /, 'Business account '],
  [/^(?:old secret valid for|overlap hours:) (\d+).*$/, 'The old secret stays valid for $1 h'],
  [/^(Agent|Admin|Owner)$/, 'Role: $1'],
  [/^role: a/, 'Role: A'],
  [/^role: o/, 'Role: O'],
  [/^other sessions: /, 'Other browsers signed out: '],
  [/^([^:]+): (.+) → (.+)$/, '$1 changed from $2 to $3'],
  [/^(.+) → (.+)$/, 'Changed from $1 to $2'],
  [/^(\w+:\w+(, \w+:\w+)*)$/, 'Scopes: $1'],
];

export const detailWords = (details: string | null, known: ReadonlyMap<string, string> = new Map()): string =>
  withChangesInOne((details ?? '').split('; ').filter(Boolean))
    .map((note) => {
      const [pattern, words] = sentences.find(([candidate]) => candidate.test(note)) ?? [];
      const text = pattern && words ? note.replace(pattern, words) : fieldNote(note);
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    })
    .join(' ')
    .replaceAll(uuids, (id) => known.get(id) ?? id)
    .replaceAll(time, (at) => logTime(Date.parse(at)));

/** Fields without their values, such as `name; greeting`, are one sentence. */
const withChangesInOne = (notes: readonly string[]): string[] => {
  const fields = notes.filter((note) => wordsIn(auditLogTexts.fields, note) !== undefined);
  const others = notes.filter((note) => !fields.includes(note));
  return fields.length === 0 ? others : [...others, `changed ${fields.join(', ')}`];
};

const fieldWords = (name: string): string => wordsIn(auditLogTexts.fields, name) ?? name;

const mailWords = (name: string): string => wordsIn(auditLogTexts.mails, name) ?? name;

const wordsIn = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** `is_active: on` or `changed name, filter`. */
const fieldNote = (note: string): string => {
  const [, changed] = /^changed (\w+(?:, \w+)*)$/.exec(note) ?? [];
  if (changed) return auditLogTexts.changed(changed.split(', ').map(fieldWords).join(', '));
  const [, name = '', value = ''] = /^(\w+): (.+)$/.exec(note) ?? [];
  const words = wordsIn(auditLogTexts.fields, name);
  return words === undefined ? note : `${words}: ${value.split(', ').map(mailWords).join(', ')}`;
};

/** A refused call has the id of its minute, so the order of the ids is not that of the times. */
export const newestFirst = (entries: readonly AuditEntry[]): AuditEntry[] =>
  entries.toSorted((left, right) => right.at.localeCompare(left.at));
