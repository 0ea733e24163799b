import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { Tracked } from '../../model/conversations/tracked.ts';
import type { Item } from '../dynamodb/item.ts';

/** A letter each: a write costs by the size of the whole item, and these are in every busy conversation. */
export const trackedNames = {
  ...{ late_ms: 'l', began_ms: 'b', asked_ms: 'q', answered: 'a', closed_ms: 'c', rated: 'r' },
} as const satisfies Record<keyof Tracked, string>;

type Name = keyof Tracked;

const names = Object.keys(trackedNames) as Name[];

export const toTrackedFields = (tracked: Tracked): Item =>
  Object.fromEntries(
    names.filter((name) => tracked[name] !== undefined).map((name) => [trackedNames[name], tracked[name]]),
  );

export const withTrackedFields = (conversation: StoredConversation): Item => {
  const { late_ms, began_ms, asked_ms, answered, closed_ms, rated, ...fields } = conversation;
  return { ...fields, ...toTrackedFields(conversation) };
};

/** What was stored under whole names, before any release, is left out: a rebuild of the reports counts it. */
export const readTrackedFields = (item: Item): Item => {
  const { l, b, q, a, c, r, arrival, began_ms, asked_ms, answered, closed_ms, rated, ...fields } = item;
  const known = names.filter((name) => item[trackedNames[name]] !== undefined);
  return { ...fields, ...Object.fromEntries(known.map((name) => [name, item[trackedNames[name]]])) };
};

/** What a write sets and removes. */
export const trackedChanges = (before: Tracked, after: Tracked): { fields: Item; removed: string[] } => {
  const changed = names.filter((name) => after[name] !== before[name]);
  return {
    fields: toTrackedFields(Object.fromEntries(changed.map((name) => [name, after[name]]))),
    removed: changed.filter((name) => after[name] === undefined).map((name) => trackedNames[name]),
  };
};

export const unchangedTracked = (
  before: Tracked,
  name: Name,
): { condition: string; values: Record<string, unknown> } =>
  before[name] === undefined
    ? { condition: `attribute_not_exists(${trackedNames[name]})`, values: {} }
    : { condition: `${trackedNames[name]} = :tracked_before`, values: { ':tracked_before': before[name] } };
