export interface TableIndex {
  name: string;
  partitionKey: string;
  sortKey: string;
}

/**
 * Sparse, because only conversations, failed messages and some deliveries have the attribute, and keys-only, so only a
 * change of status is written to it. It sorts by `sk`, as the table does. Its name is from when it had conversations
 * alone: a new one would mean a new index.
 */
export const statusIndex = { name: 'conversation-status', partitionKey: 'status_key', sortKey: 'sk' } as const;

/**
 * The conversations that a team works on, by whose turn it is. Keys-only, so a message that leaves a conversation where
 * it is costs nothing here. A conversation is in it from its first inbound message, reply or change by a member.
 */
export const inboxIndex = { name: 'inbox', partitionKey: 'inbox_key', sortKey: 'inbox_at' } as const;
