/**
 * The entity chart: every kind of item and where it lies. Ids are UUIDv7, so that `sk = id` is order of creation and
 * lists need no index. An access pattern starts here, then gets a named function in the file of its noun.
 */
export const keys = {
  workspace: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'WORKSPACE' }),

  /** The key itself, found by the hash of what the caller sent: scopes, state and rate window in one item. */
  apiKey: (sha256: string) => ({ pk: `KEY#${sha256}`, sk: 'KEY' }),
  /** The key as the workspace lists it: a pointer to the item above. */
  listedApiKey: (workspaceId: string, keyId: string) => ({ pk: `WS#${workspaceId}#KEY`, sk: keyId }),

  contact: (workspaceId: string, contactId: string) => ({ pk: `WS#${workspaceId}#CONTACT`, sk: contactId }),
  /** Makes a phone number unique in its workspace and leads to its contact. */
  phone: (workspaceId: string, e164: string) => ({ pk: `WS#${workspaceId}#PHONE#${e164}`, sk: 'PHONE' }),

  tag: (workspaceId: string, lowerName: string) => ({ pk: `WS#${workspaceId}#TAG`, sk: lowerName }),
  /** A contact in the list of a tag. */
  taggedContact: (tagId: string, contactId: string) => ({ pk: `TAG#${tagId}`, sk: contactId }),

  segment: (workspaceId: string, segmentId: string) => ({ pk: `WS#${workspaceId}#SEGMENT`, sk: segmentId }),
  /** Makes a segment's name unique in its workspace. */
  segmentName: (workspaceId: string, lowerName: string) => ({ pk: `WS#${workspaceId}#SEGMENT_NAME`, sk: lowerName }),
  /** A contact in a static segment. */
  segmentMember: (segmentId: string, contactId: string) => ({ pk: `SEGMENT#${segmentId}`, sk: contactId }),

  conversation: (workspaceId: string, conversationId: string) => ({
    pk: `WS#${workspaceId}#CONVERSATION`,
    sk: conversationId,
  }),
  message: (conversationId: string, messageId: string) => ({ pk: `CONVERSATION#${conversationId}`, sk: messageId }),
  /** The channel's id of a message leads to it, and keeps an inbound message from being stored twice. */
  channelMessage: (workspaceId: string, channel: string, channelMessageId: string) => ({
    pk: `WS#${workspaceId}#CHANNEL_MESSAGE#${channel}#${channelMessageId}`,
    sk: 'MESSAGE',
  }),
  /** Our id of an outbound message, which its receipts carry, leads to it before the channel's id is known. */
  sentMessage: (workspaceId: string, messageId: string) => ({
    pk: `WS#${workspaceId}#SENT_MESSAGE#${messageId}`,
    sk: 'MESSAGE',
  }),
  /** The channel's own id of a person leads to the contact, such as WS#…#SOCIAL#…. */
  channelUser: (workspaceId: string, channel: string, userId: string) => ({
    pk: `WS#${workspaceId}#${channel.toUpperCase()}#${userId}`,
    sk: channel.toUpperCase(),
  }),

  /** Messages that the workspace has spent in a month, such as 2026-11. */
  monthlyUsage: (workspaceId: string, month: string) => ({ pk: `WS#${workspaceId}`, sk: `USAGE#${month}` }),
  /** The account that a channel names in its webhooks leads to its workspace, and is connected to one alone. */
  channelAccount: (channel: string, accountId: string) => ({
    pk: `CHANNEL_ACCOUNT#${channel}#${accountId}`,
    sk: 'WORKSPACE',
  }),
  template: (workspaceId: string, name: string, language: string) => ({
    pk: `WS#${workspaceId}#TEMPLATE`,
    sk: `${name}#${language}`,
  }),

  webhook: (workspaceId: string, webhookId: string) => ({ pk: `WS#${workspaceId}#WEBHOOK`, sk: webhookId }),
  /** How many webhook endpoints the workspace has, so that it never has too many. */
  webhookCount: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'WEBHOOKS' }),
  /** What became of an event at an endpoint. */
  delivery: (webhookId: string, eventId: string) => ({ pk: `WEBHOOK#${webhookId}`, sk: eventId }),

  broadcast: (workspaceId: string, broadcastId: string) => ({ pk: `WS#${workspaceId}#BROADCAST`, sk: broadcastId }),
  /** What is sent, and how far the audience has been read. */
  broadcastAudience: (broadcastId: string) => ({ pk: `BROADCAST#${broadcastId}#PLAN`, sk: 'PLAN' }),
  /** Some of the audience, frozen: those who are written to in one go. */
  broadcastChunk: (broadcastId: string, chunk: number) => ({
    pk: `BROADCAST#${broadcastId}#CHUNK`,
    sk: String(chunk).padStart(8, '0'),
  }),
  /** How far one of the workers side by side has come. */
  broadcastLane: (broadcastId: string, lane: number) => ({ pk: `BROADCAST#${broadcastId}#LANE`, sk: String(lane) }),
  /** A share of the counters, so that not all who count meet on one item. */
  broadcastCounters: (broadcastId: string, shard: number) => ({
    pk: `BROADCAST#${broadcastId}#COUNT`,
    sk: String(shard).padStart(2, '0'),
  }),
  /** What became of one number: whoever makes this row, and nobody else, may write to it. */
  recipient: (broadcastId: string, e164: string) => ({ pk: `BROADCAST#${broadcastId}`, sk: e164 }),
  /** When the next message of a channel's number may leave. */
  sendRate: (channel: string, accountId: string) => ({ pk: `CHANNEL_ACCOUNT#${channel}#${accountId}`, sk: 'PACE' }),

  idempotency: (workspaceId: string, sha256: string) => ({ pk: `IDEMPOTENCY#${workspaceId}#${sha256}`, sk: 'RECORD' }),
};
