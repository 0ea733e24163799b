export interface TableIndex {
  name: string;
  partitionKey: string;
  sortKey: string;
  /** Attributes that its rows have beside the keys. */
  projected?: readonly string[];
}

/**
 * Sparse, because only conversations, messages that were sent one by one or failed, broadcasts under way and some deliveries
 * have the attribute, and keys-only, so only a change of status is written to it. It sorts by `sk`, as the table does. Its name is from when it
 * had conversations alone: a new one would mean a new index.
 */
export const statusIndex = { name: 'conversation-status', partitionKey: 'status_key', sortKey: 'sk' } as const;

/**
 * The conversations that a team works on: one partition for each status, in the order of the list. Its rows have what
 * decides in which view they are and whether a row of the list is new, and nothing that a send or a receipt changes,
 * except for a failure: the others cost nothing here. A conversation is in it from its first inbound message, reply or change by a member.
 */
export const inboxIndex = {
  name: 'inbox',
  partitionKey: 'inbox_key',
  sortKey: 'inbox_at',
  projected: ['assigned_agent_id', 'channel', 'unseen', 'noted'],
} as const;
