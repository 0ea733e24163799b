/**
 * The conversations of a status: sparse, because only conversations have the attribute, and of keys alone, so that
 * nothing but a change of status is written to it. It sorts by `sk`, as the table does.
 */
export const conversationStatusIndex = { name: 'conversation-status', partitionKey: 'status_key' } as const;
