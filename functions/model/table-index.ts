/**
 * Sparse, because only conversations have the attribute, and keys-only, so only a change of status is written to it.
 * It sorts by `sk`, as the table does.
 */
export const conversationStatusIndex = { name: 'conversation-status', partitionKey: 'status_key' } as const;
