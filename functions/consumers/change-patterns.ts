import { roles } from '../model/members/member.ts';

export interface ChangePattern {
  eventName: readonly ('INSERT' | 'MODIFY' | 'REMOVE')[];
  dynamodb: Record<string, unknown>;
}

/** The parts of a deployment that its settings decide on. */
export interface Parts {
  /** The settings name a sender of email. */
  mail: boolean;
  /** Open pages get hints. */
  hints: boolean;
}

/** The values of `change_bit` before and after a change that may be an event; the first change sets it. */
const flippedBits = [
  [{ exists: false }, '1'],
  ['0', '1'],
  ['1', '0'],
] as const;

const isThere = [{ exists: true }];

/** People hear of these by email: see functions/domain/mail/occurrences.ts. */
const mailInserts = [{ entity: { S: ['invitation', 'mention'] } }, { refused_key: { M: { id: { S: isThere } } } }];

const mailUpdates = [
  { NewImage: { entity: { S: ['invitation'] } } },
  { OldImage: { is_active: { BOOL: [true] } }, NewImage: { entity: { S: ['webhook'] }, is_active: { BOOL: [false] } } },
  ...['msgapp_account', 'social_account'].map((account) => ({
    OldImage: { [account]: { M: { last_error: { M: { at: { S: [{ exists: false }] } } } } } },
    NewImage: { [account]: { M: { last_error: { M: { at: { S: isThere } } } } } },
  })),
  ...flippedBits.flatMap(([before, after]) =>
    [{ plan_notice: { M: { percent: { N: isThere } } } }, { sha256: { S: isThere } }].map((image) => ({
      OldImage: { change_bit: { N: [before] } },
      NewImage: { ...image, change_bit: { N: [after] } },
    })),
  ),
];

/** Messages that concern people one by one, unlike those of broadcasts. */
const personalMessages = [
  { entity: { S: ['message'] }, sender_type: { S: ['customer', 'agent'] } },
  { entity: { S: ['message'] }, is_away: { BOOL: [true] } },
];

/** Pages hear of these: see functions/domain/hints/hints.ts. Broadcasts change thousands of conversations, so they hear of none. */
const hintUpdates = [
  { NewImage: { entity: { S: ['conversation'] }, last_message_id: { S: [{ exists: false }] } } },
  {
    NewImage: {
      entity: { S: ['conversation'] },
      last_message: { M: { author: { M: { kind: { S: [{ 'anything-but': ['broadcast'] }] } } } } },
    },
  },
  ...personalMessages.map((image) => ({ NewImage: image })),
  { NewImage: { entity: { S: ['broadcast', 'delivery', 'invitation', 'webhook'] } } },
  // Nobody waits for the time at which a member was last there.
  ...roles.map((role) => ({
    OldImage: { entity: { S: ['member'] }, role: { S: [role] } },
    NewImage: { role: { S: [{ 'anything-but': [role] }] } },
  })),
  { Keys: { sk: { S: ['WORKSPACE'] } } },
];

export const dispatchedChanges = ({ mail, hints }: Parts): readonly ChangePattern[] => [
  {
    eventName: ['REMOVE'],
    dynamodb: {
      $or: [
        { OldImage: { entity: { S: ['member', 'feed', 'team'] } } },
        { OldImage: { entity: { S: ['segment'] }, kind: { S: ['static'] } } },
        // A member who signs out hears nothing more.
        ...(hints
          ? [
              { OldImage: { entity: { S: ['conversation', 'invitation', 'webhook'] } } },
              { Keys: { sk: { S: [{ prefix: 'SESSION#' }] } } },
            ]
          : []),
      ],
    },
  },
  {
    eventName: ['INSERT'],
    dynamodb: {
      NewImage: {
        $or: [
          { entity: { S: ['contact', 'conversation', 'broadcast', 'media', 'snooze'] } },
          ...personalMessages,
          ...(mail ? mailInserts : []),
          ...(hints ? [{ entity: { S: ['delivery', 'invitation', 'member', 'request', 'webhook'] } }] : []),
        ],
      },
    },
  },
  {
    eventName: ['MODIFY'],
    dynamodb: {
      $or: [
        {
          NewImage: {
            entity: { S: ['message'] },
            direction: { S: ['outbound'] },
            channel: { S: ['msgapp'] },
            last_receipt: { M: { at: { S: [{ exists: true }] } } },
          },
        },
        ...[{ sender_type: { S: ['agent'] } }, { is_away: { BOOL: [true] } }].map((sender) => ({
          OldImage: { channel_message_id: { NULL: [true] } },
          NewImage: { entity: { S: ['message'] }, ...sender, channel_message_id: { S: [{ exists: true }] } },
        })),
        ...flippedBits.map(([before, after]) => ({
          OldImage: { change_bit: { N: [before] } },
          NewImage: { entity: { S: ['contact', 'conversation', 'member'] }, change_bit: { N: [after] } },
        })),
        {
          OldImage: { completed_at: { NULL: [true] } },
          NewImage: { entity: { S: ['broadcast'] }, completed_at: { S: [{ exists: true }] } },
        },
        { NewImage: { entity: { S: ['broadcast'] }, is_waiting: { BOOL: [true] } } },
        ...(mail ? mailUpdates : []),
        ...(hints ? hintUpdates : []),
      ],
    },
  },
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: {
      $or: [
        { NewImage: { entity: { S: ['delivery', 'segment', 'erasure', 'task'] }, status: { S: ['requested'] } } },
        ...['NewImage', 'OldImage'].map((image) => ({
          [image]: { entity: { S: ['team'] }, auto_assign: { M: { is_on: { BOOL: [true] } } } },
        })),
      ],
    },
  },
];

const indexedTexts = [
  { entity: { S: ['message'] }, sender_type: { S: ['customer', 'agent'] }, content_text: { S: isThere } },
  { entity: { S: ['note'] }, type: { S: ['note'] } },
];

/**
 * What people search for: contacts that are new or gone, or that changed visibly, and texts of conversations. Messages of
 * broadcasts are not part of it.
 */
export const wordChanges: readonly ChangePattern[] = [
  { eventName: ['INSERT'], dynamodb: { NewImage: { $or: [{ entity: { S: ['contact'] } }, ...indexedTexts] } } },
  { eventName: ['REMOVE'], dynamodb: { OldImage: { $or: [{ entity: { S: ['contact'] } }, ...indexedTexts] } } },
  {
    eventName: ['MODIFY'],
    dynamodb: {
      $or: [
        ...flippedBits.map(([before, after]) => ({
          OldImage: { change_bit: { N: [before] } },
          NewImage: { entity: { S: ['contact'] }, change_bit: { N: [after] } },
        })),
        ...['edited_at', 'deleted_at'].map((change) => ({
          NewImage: { entity: { S: ['message'] }, [change]: { S: isThere } },
        })),
      ],
    },
  },
];

/**
 * What reports count shows in the conversation, and in the counters of broadcasts. Conversations in which no customer has
 * written have nothing.
 */
export const countedChanges: readonly ChangePattern[] = [
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: {
      NewImage: {
        $or: [{ entity: { S: ['conversation'] }, last_inbound_at: { S: isThere } }, { counted_for: { S: isThere } }],
      },
    },
  },
];
