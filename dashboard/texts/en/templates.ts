import type { ContentButton, RenderedParts } from '../../../functions/model/templates/contents.ts';

type HeaderKind = Exclude<NonNullable<RenderedParts['header']>['kind'], 'text'>;

/** The channel's words, in ours. */
const statuses: Readonly<Record<string, string>> = {
  APPROVED: 'Approved',
  PENDING: 'In review',
  REJECTED: 'Rejected',
  PAUSED: 'Paused',
  DISABLED: 'Disabled',
  IN_APPEAL: 'In appeal',
  PENDING_DELETION: 'Being deleted',
};

const categories: Readonly<Record<string, string>> = {
  MARKETING: 'Marketing',
  UTILITY: 'Utility',
  AUTHENTICATION: 'Authentication',
};

const rejections: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: 'The channel found abusive content.',
  INVALID_FORMAT: 'The format is not valid, for example its placeholders or its samples.',
  PROMOTIONAL: 'The text is promotional. Submit it in the category Marketing.',
  TAG_CONTENT_MISMATCH: 'The text does not fit its category. Change one of them at the channel.',
  SCAM: 'The channel took the text for a scam.',
};

const qualities: Readonly<Record<string, string>> = {
  GREEN: 'high',
  YELLOW: 'medium',
  RED: 'low',
  UNKNOWN: 'not rated yet',
};

const headers: Record<HeaderKind, string> = {
  image: 'Image',
  video: 'Video',
  document: 'Document',
  location: 'Location',
  other: 'Media',
};

const buttons: Record<ContentButton['kind'], string> = {
  url: 'Opens a link',
  phone: 'Calls a number',
  quick_reply: 'Sends a reply',
  copy_code: 'Copies a code',
  otp: 'Copies the one-time code',
  other: 'Button',
};

const count = (number: number): string => number.toLocaleString('en-US');

const describeSync = (added: number, changed: number, removed: number): string => {
  const parts = [
    ...(added > 0 ? [`${count(added)} new`] : []),
    ...(changed > 0 ? [`${count(changed)} changed`] : []),
    ...(removed > 0 ? [`${count(removed)} gone`] : []),
  ];
  return parts.length === 0 ? 'Everything is up to date' : `Synced: ${parts.join(', ')}`;
};

export const templateTexts = {
  title: 'Templates',
  lead: 'Messages that Msgapp approves, which you can then send at any time and to many people at once.',
  manage: 'sync templates',
  loadFailed: 'The templates could not be loaded.',
  statuses,
  categories,
  rejections,
  rejectedFor: (reason: string) => `The channel says: ${reason}.`,
  reasons: {
    PAUSED: 'Paused by the channel because customers reported or ignored it. It comes back by itself.',
    DISABLED: 'The channel paused it too often and disabled it for good. Create another template.',
    PENDING: 'The channel reviews it. Most reviews take less than a day.',
    REJECTED: 'The channel rejected it and gave no reason.',
    IN_APPEAL: 'The channel reviews your appeal.',
    PENDING_DELETION: 'The channel deletes it. It can no longer be sent.',
  } as Readonly<Record<string, string>>,
  problem: (problem: string) => `It cannot be sent: ${problem}. Fix it at the channel, then sync.`,
  lowQuality: 'Its quality is low: customers block or report it. Improve the text before the channel pauses it.',
  noStatus: 'Unknown',
  none: '–',
  preview: (name: string, language: string) => `Preview ${name}, ${language}`,
  sync: {
    action: 'Sync',
    failed: 'The templates could not be synced.',
    connect: 'Connect Msgapp',
    connectFirst: 'Templates belong to a Msgapp account. Connect yours first, then sync.',
    done: describeSync,
  },
  panel: {
    close: 'Close preview',
    broadcast: 'Create broadcast',
    loadFailed: 'The preview could not be loaded.',
    gone: 'This template is gone. The channel no longer has it.',
    synced: 'Synced',
    qualities,
    quality: (words: string) => `Quality: ${words}`,
    ownText: 'The channel writes this text itself and adds the code.',
    placeholders: 'Highlighted parts are replaced when the message is sent.',
    bubble: 'Message as your customer sees it',
    card: (number: number) => `Card ${number}`,
    headers,
    buttons,
    noButtonText: 'Button',
  },
  /** The fields that a person fills in. */
  fields: {
    value: (name: string) => `Value ${name}`,
    after: (words: string) => `Value after “${words}”`,
    before: (words: string) => `Value before “${words}”`,
    header: 'Heading',
    headerMedia: 'Link to the file on top',
    button: (text: string) => `Button “${text}”`,
  },
  emptyTitle: 'No templates yet',
  empty: 'Sync to fetch the templates of your Msgapp account. You create them at the channel.',
  emptyReadOnly: 'When an Admin or Owner syncs, the templates of your Msgapp account appear here.',
  noMatchTitle: 'No matching templates',
  noMatch: 'No template fits these filters.',
  noMatchSoFar: 'No template fits these filters so far. Load more to look further.',
};
