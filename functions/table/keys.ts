/**
 * The entity chart: every kind of item and its key. Ids are UUIDv7, so `sk = id` sorts by creation and lists need no
 * index. A new access pattern starts here, then gets a named function in the file of its noun.
 */
export const keys = {
  workspace: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'WORKSPACE' }),
  routing: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'ROUTING' }),
  listedWorkspace: (workspaceId: string) => ({ pk: 'WORKSPACES', sk: workspaceId }),

  apiKey: (sha256: string) => ({ pk: `KEY#${sha256}`, sk: 'KEY' }),
  listedApiKey: (workspaceId: string, keyId: string) => ({ pk: `WS#${workspaceId}#KEY`, sk: keyId }),
  apiKeyCount: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'KEYS' }),
  requestRecord: (keyId: string, recordId: string) => ({ pk: `REQUEST#${keyId}`, sk: recordId }),

  user: (userId: string) => ({ pk: `USER#${userId}`, sk: 'USER' }),
  session: (userId: string, sha256: string) => ({ pk: `USER#${userId}`, sk: `SESSION#${sha256}` }),
  /** A pointer for the list of a user's workspaces. The member row decides what the user may do. */
  membership: (userId: string, workspaceId: string) => ({ pk: `USER#${userId}`, sk: `MEMBER#${workspaceId}` }),
  /** A pointer from the issuer's subject to the user, which also makes the user unique. */
  identity: (sha256: string) => ({ pk: `IDENTITY#${sha256}`, sk: 'USER' }),
  signIn: (sha256: string) => ({ pk: `SIGN_IN#${sha256}`, sk: 'SIGN_IN' }),
  member: (workspaceId: string, userId: string) => ({ pk: `WS#${workspaceId}#MEMBER`, sk: userId }),
  memberCount: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'MEMBERS' }),
  /** Exists while pages of the workspace listen for hints. */
  watch: (workspaceId: string) => ({ pk: `WS#${workspaceId}#WATCH`, sk: 'WATCH' }),
  invitation: (workspaceId: string, invitationId: string) => ({
    pk: `WS#${workspaceId}#INVITATION`,
    sk: invitationId,
  }),
  invitationByAddress: (sha256: string, workspaceId: string) => ({ pk: `INVITED#${sha256}`, sk: workspaceId }),
  /** How many mails an address got on a day, by a keyed hash, or how many answers a workspace has mailed. */
  invitationDay: (who: string, day: string) => ({ pk: `INVITED#${who}`, sk: `DAY#${day}` }),

  contact: (workspaceId: string, contactId: string) => ({ pk: `WS#${workspaceId}#CONTACT`, sk: contactId }),
  /** A pointer to the contact, which also makes the number unique in its workspace. */
  phone: (workspaceId: string, e164: string) => ({ pk: `WS#${workspaceId}#PHONE#${e164}`, sk: 'PHONE' }),

  /** A pointer by the caller's own id, which it makes unique, too. Only contacts that have one have this item. */
  externalId: (workspaceId: string, externalId: string) => ({
    pk: `WS#${workspaceId}#EXTERNAL_ID#${externalId}`,
    sk: 'EXTERNAL_ID',
  }),

  erasure: (workspaceId: string, contactId: string) => ({ pk: `WS#${workspaceId}#ERASURE`, sk: contactId }),
  /** Points from a contact to an idempotency record whose answer shows the contact. */
  contactAnswer: (workspaceId: string, contactId: string, sha256: string) => ({
    pk: `WS#${workspaceId}#ANSWER#${contactId}`,
    sk: sha256,
  }),

  /** Lists a contact under a word, by the word's first letter: readers ask for the beginning of a word. */
  contactWord: (workspaceId: string, word: string, contactId: string) => ({
    pk: `WS#${workspaceId}#CONTACT_WORD#${/^~?./su.exec(word)?.[0] ?? ''}`,
    sk: `${word}#${contactId}`,
  }),
  contactCount: (workspaceId: string) => ({ pk: `WS#${workspaceId}#CONTACT_WORD#`, sk: 'COUNT' }),

  /** Lists a message or note under a word, by the word's first letter. The ids of entries are in the order of time. */
  textWord: (workspaceId: string, word: string, entryId: string, conversationId: string) => ({
    pk: `WS#${workspaceId}#TEXT_WORD#${/^./su.exec(word)?.[0] ?? ''}`,
    sk: `${word}#${entryId}#${conversationId}`,
  }),
  /** The words that are listed already for the messages of a month. */
  knownWords: (conversationId: string, month: string) => ({ pk: `CONVERSATION#${conversationId}#WORDS`, sk: month }),

  tag: (workspaceId: string, lowerName: string) => ({ pk: `WS#${workspaceId}#TAG`, sk: lowerName }),
  taggedContact: (tagId: string, contactId: string) => ({ pk: `TAG#${tagId}`, sk: contactId }),

  segment: (workspaceId: string, segmentId: string) => ({ pk: `WS#${workspaceId}#SEGMENT`, sk: segmentId }),
  segmentName: (workspaceId: string, lowerName: string) => ({ pk: `WS#${workspaceId}#SEGMENT_NAME`, sk: lowerName }),
  segmentMember: (segmentId: string, contactId: string) => ({ pk: `SEGMENT#${segmentId}`, sk: contactId }),

  conversation: (workspaceId: string, conversationId: string) => ({
    pk: `WS#${workspaceId}#CONVERSATION`,
    sk: conversationId,
  }),
  /** Points to a conversation that comes back at this time, until a job finds that it did. */
  snooze: (until: string, workspaceId: string, conversationId: string) => ({
    pk: `SNOOZES#${conversationId.slice(-1)}`,
    sk: `${until}#${workspaceId}#${conversationId}`,
  }),
  message: (conversationId: string, messageId: string) => ({ pk: `CONVERSATION#${conversationId}`, sk: messageId }),
  /** A note of the team, or a change that a member made, such as an assignment. */
  note: (conversationId: string, noteId: string) => ({ pk: `CONVERSATION#${conversationId}#NOTE`, sk: noteId }),
  /** Points from a member to a note that mentions them, until they have seen the conversation. */
  mention: (workspaceId: string, userId: string, noteId: string) => ({
    pk: `WS#${workspaceId}#MENTION#${userId}`,
    sk: noteId,
  }),
  /** The conversation that a member has on the screen. */
  presence: (workspaceId: string, userId: string) => ({ pk: `WS#${workspaceId}#PRESENCE`, sk: userId }),
  team: (workspaceId: string, teamId: string) => ({ pk: `WS#${workspaceId}#TEAM`, sk: teamId }),
  /** Every change of a team raises it, so names stay unique and the teams within their limit. */
  teamVersion: (workspaceId: string) => ({ pk: `WS#${workspaceId}#TEAM`, sk: 'VERSION' }),
  /** What a member was given by turns. */
  turn: (workspaceId: string, userId: string) => ({ pk: `WS#${workspaceId}#TURN`, sk: userId }),
  /** Lists the teams that assign by turns, for the sweep. */
  assigningTeam: (workspaceId: string, teamId: string) => ({ pk: 'ASSIGNING_TEAMS', sk: `${workspaceId}#${teamId}` }),
  /** The counts of a day in UTC, in several parts if it is a very busy one. */
  report: (workspaceId: string, day: string, part = 0) => ({
    pk: `WS#${workspaceId}#REPORT`,
    sk: part === 0 ? day : `${day}#${part}`,
  }),
  /**
   * What happened on a day, as far as one batch of changes knew: the digest of its contents makes a repeat the same. Or
   * what became of a broadcast that began on the day, under its id.
   */
  facts: (workspaceId: string, day: string, digest: string) => ({ pk: `WS#${workspaceId}#FACT#${day}`, sk: digest }),
  /** Lists the days and broadcasts that have something new to count, in the order in which they are due. */
  reportDue: (dueAt: string, workspaceId: string, of: string) => ({
    pk: 'REPORTS_DUE',
    sk: `${dueAt}#${workspaceId}#${of}`,
  }),
  /** Leads from a Monday morning to a workspace in which somebody wants the weekly mail. */
  reportMail: (dueAt: string, workspaceId: string) => ({ pk: 'REPORT_MAILS', sk: `${dueAt}#${workspaceId}` }),
  savedReply: (workspaceId: string, replyId: string) => ({ pk: `WS#${workspaceId}#SAVED_REPLY`, sk: replyId }),
  savedReplyCount: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'SAVED_REPLIES' }),
  ownReply: (workspaceId: string, userId: string, replyId: string) => ({
    pk: `WS#${workspaceId}#OWN_REPLY#${userId}`,
    sk: replyId,
  }),
  ownReplyCount: (workspaceId: string, userId: string) => ({
    pk: `WS#${workspaceId}#OWN_REPLY#${userId}`,
    sk: 'OWN_REPLIES',
  }),
  /** The copy of a message's file, by the id alone, because that is all its URL has. */
  media: (workspaceId: string, messageId: string) => ({ pk: `WS#${workspaceId}#MEDIA#${messageId}`, sk: 'MEDIA' }),
  /** A pointer from the channel's id to the message, which also deduplicates inbound messages. */
  channelMessage: (workspaceId: string, channel: string, channelMessageId: string) => ({
    pk: `WS#${workspaceId}#CHANNEL_MESSAGE#${channel}#${channelMessageId}`,
    sk: 'MESSAGE',
  }),
  channelUser: (workspaceId: string, channel: string, userId: string) => ({
    pk: `WS#${workspaceId}#${channel.toUpperCase()}#${userId}`,
    sk: channel.toUpperCase(),
  }),

  /** The token of a visitor of the web chat, by its hash. */
  visitor: (siteId: string, sha256: string) => ({ pk: `VISITOR#${siteId}#${sha256}`, sk: 'VISITOR' }),
  /** How many visitors came in a minute, from one address or to the whole workspace. The hash is keyed. */
  newVisitors: (workspaceId: string, addressHash: string, minute: string) => ({
    pk: `WS#${workspaceId}#NEW_VISITORS#${addressHash}`,
    sk: minute,
  }),
  /** Exists while a page of the visitor listens for hints; that of `ANY` while a page of any visitor does. */
  visitorWatch: (workspaceId: string, visitorId: string) => ({
    pk: `WS#${workspaceId}#VISITOR_WATCH`,
    sk: visitorId,
  }),
  /** The link of a mail, by which a visitor goes on elsewhere. */
  continuation: (sha256: string) => ({ pk: `CONTINUATION#${sha256}`, sk: 'CONTINUATION' }),
  /** A signed identity that a visitor has used, which is no other visitor's. */
  usedIdentity: (siteId: string, sha256: string) => ({ pk: `USED_IDENTITY#${siteId}#${sha256}`, sk: 'IDENTITY' }),

  monthlyUsage: (workspaceId: string, month: string) => ({ pk: `WS#${workspaceId}`, sk: `USAGE#${month}` }),
  usageShare: (workspaceId: string, month: string, share: number) => ({
    pk: `WS#${workspaceId}`,
    sk: `USAGE#${month}#${String(share).padStart(2, '0')}`,
  }),
  channelAccount: (channel: string, accountId: string) => ({
    pk: `CHANNEL_ACCOUNT#${channel}#${accountId}`,
    sk: 'WORKSPACE',
  }),
  /** Pointers from a business account of msgapp to its numbers: notices about templates name only the account. */
  businessNumber: (wabaId: string, phoneNumberId: string) => ({ pk: `BUSINESS_ACCOUNT#${wabaId}`, sk: phoneNumberId }),
  /** The settings of the web chat. */
  webChat: (workspaceId: string) => ({ pk: `WS#${workspaceId}#WEB_CHAT`, sk: 'WEB_CHAT' }),
  /** A pointer from the public id of a website's chat to its workspace. */
  site: (siteId: string) => ({ pk: `SITE#${siteId}`, sk: 'SITE' }),
  /** Where a visitor of the web chat is, and what the page says about them. */
  webVisit: (workspaceId: string, visitorId: string) => ({
    pk: `WS#${workspaceId}#WEB_VISIT#${visitorId}`,
    sk: 'VISIT',
  }),
  template: (workspaceId: string, name: string, language: string) => ({
    pk: `WS#${workspaceId}#TEMPLATE`,
    sk: `${name}#${language}`,
  }),

  webhook: (workspaceId: string, webhookId: string) => ({ pk: `WS#${workspaceId}#WEBHOOK`, sk: webhookId }),
  /** Kept for as long as its deliveries, which an erasure must find. */
  formerWebhook: (workspaceId: string, webhookId: string) => ({
    pk: `WS#${workspaceId}#FORMER_WEBHOOK`,
    sk: webhookId,
  }),
  webhookCount: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'WEBHOOKS' }),
  /** Among the webhooks, so the query that finds those for an event finds feeds, too, and costs no more without any. */
  feed: (workspaceId: string, feedId: string) => ({ pk: `WS#${workspaceId}#WEBHOOK`, sk: `FEED#${feedId}` }),
  /** The number of batches in the feed. Whoever writes a batch counts it in the same transaction. */
  feedHead: (feedId: string) => ({ pk: `FEED#${feedId}`, sk: 'HEAD' }),
  /** The ids of some events, in order. The events themselves have the keys of deliveries, by which erasures find them. */
  feedBatch: (feedId: string, batch: number) => ({ pk: `FEED#${feedId}`, sk: String(batch).padStart(12, '0') }),
  /** Makes one creation of a feed wait for another, so none exceeds the limit. */
  feedVersion: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'FEEDS' }),
  /**
   * 16 shards, by the last digit of the event id, which is random: a webhook may get more than a partition can take.
   */
  delivery: (webhookId: string, eventId: string) => ({
    pk: `WEBHOOK#${webhookId}#${eventId.slice(-1)}`,
    sk: eventId,
  }),
  workerSlot: (workspaceId: string, slot: number | string) => ({
    pk: `WS#${workspaceId}#WORKER_SLOT`,
    sk: String(slot),
  }),

  broadcast: (workspaceId: string, broadcastId: string) => ({ pk: `WS#${workspaceId}#BROADCAST`, sk: broadcastId }),
  /** Points to a scheduled broadcast until a sweep finds that it began: the first are the next. */
  scheduledBroadcast: (scheduledAt: string, broadcastId: string) => ({
    pk: 'SCHEDULED_BROADCASTS',
    sk: `${scheduledAt}#${broadcastId}`,
  }),
  broadcastAudience: (broadcastId: string) => ({ pk: `BROADCAST#${broadcastId}#AUDIENCE`, sk: 'AUDIENCE' }),
  /** The broadcast that has an uploaded file, which no other can have. */
  broadcastFile: (fileId: string) => ({ pk: `BROADCAST#${fileId}#AUDIENCE`, sk: 'FILE' }),
  broadcastChunk: (broadcastId: string, chunk: number) => ({
    pk: `BROADCAST#${broadcastId}#CHUNK`,
    sk: String(chunk).padStart(8, '0'),
  }),
  /** A listed audience, until its scheduled broadcast begins or is canceled. */
  listedPage: (broadcastId: string, page: number) => ({ pk: `BROADCAST#${broadcastId}#CHUNK`, sk: `LISTED#${page}` }),
  broadcastLane: (broadcastId: string, lane: number) => ({ pk: `BROADCAST#${broadcastId}#LANE`, sk: String(lane) }),
  broadcastCounters: (broadcastId: string, shard: number) => ({
    pk: `BROADCAST#${broadcastId}#COUNT`,
    sk: String(shard).padStart(2, '0'),
  }),
  recipient: (broadcastId: string, e164: string) => ({ pk: `BROADCAST#${broadcastId}`, sk: e164 }),
  sendRate: (channel: string, accountId: string) => ({
    pk: `CHANNEL_ACCOUNT#${channel}#${accountId}`,
    sk: 'SEND_RATE',
  }),

  /** The mail about an occurrence to one recipient, sent or being sent. */
  mail: (workspaceId: string, mailId: string) => ({ pk: `WS#${workspaceId}#MAIL`, sk: mailId }),
  /** An address has this item only if no mail goes to it. */
  mailAddress: (sha256: string) => ({ pk: `MAIL_ADDRESS#${sha256}`, sk: 'ADDRESS' }),

  /** Work that a member started and that runs in the background. */
  task: (workspaceId: string, taskId: string) => ({ pk: `WS#${workspaceId}#TASK`, sk: taskId }),

  auditEntry: (workspaceId: string, entryId: string) => ({ pk: `WS#${workspaceId}#AUDIT`, sk: entryId }),
  /** It is part of the audit log, but apart from the entries of acts, which no function of the API may write. */
  refusedCall: (workspaceId: string, entryId: string) => ({ pk: `WS#${workspaceId}#REFUSED_CALL`, sk: entryId }),

  /** A checkpoint of the admin tool, per segment of a parallel scan. */
  sweep: (name: string, segment: number) => ({ pk: `SWEEP#${name}`, sk: String(segment) }),

  idempotency: (workspaceId: string, sha256: string) => ({ pk: `IDEMPOTENCY#${workspaceId}#${sha256}`, sk: 'RECORD' }),
};
