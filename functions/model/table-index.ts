/**
 * Sparse, because only conversations and failed messages have the attribute, and keys-only, so only a change of status is
 * written to it. It sorts by `sk`, as the table does. Its name is from when it had conversations alone: a new one would
 * mean a new index.
 */
export const statusIndex = { name: 'conversation-status', partitionKey: 'status_key' } as const;
