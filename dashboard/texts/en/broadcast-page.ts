import type { RecipientStatus } from '../../../functions/model/broadcasts/broadcast.ts';
import { count, percent } from '../numbers.ts';
import { people } from './broadcasts.ts';
import { messageStatuses } from './outcomes.ts';

const statuses: Record<RecipientStatus, string> = {
  pending: 'Not sent yet',
  ...messageStatuses,
  canceled: 'Canceled',
};

export const broadcastPageTexts = {
  one: {
    title: 'Broadcast',
    loadFailed: 'The broadcast could not be loaded.',
    goneTitle: 'This broadcast does not exist',
    gone: 'The address is misspelled, or it belongs to another workspace.',
    back: 'Back to broadcasts',
    counters: 'Progress',
    numbers: 'Counters',
    reading: (number: number) => `${count(number)} read so far. Sending begins once the whole audience is read.`,
    rejected: (number: number) => `${people(number)} could not be included, for example for lack of a valid number.`,
    showLines: 'Show the lines of the file',
    whoOptedOut: (number: number) => `${count(number)} opted out, show who`,
    facts: {
      sent: 'Sent',
      delivered: 'Delivered',
      read: 'Read',
      replied: 'Replied',
      failed: 'Failed',
      optedOut: 'Opted out',
    },
    /** Shares are of all who were tried, so where some failed, it says of how many. */
    sentOf: (sent: number, tried: number) => (sent < tried ? `${count(sent)} of ${count(tried)}` : count(sent)),
    share: (part: number, whole: number) =>
      whole === 0 ? count(part) : `${count(part)} (${percent(part, whole).replace('less than', '<')})`,
    pace: (perSecond: number) => `${count(perSecond)} a second`,
    left: (time: string) => `about ${time} left`,
    took: (time: string) => `, took ${time}`,
    waitsFor: (number: number, reason: string, calls: number) =>
      `${number === 1 ? 'The last one is' : `The last ${count(number)} are`} tried again, for half an hour at most: ${reason}, tried ${calls === 1 ? 'once' : `${calls} times`}.`,
    waits: 'What is left is tried again for half an hour, because the channel did not take it.',
    showWaiting: 'Show those',
    scheduledFor: 'Scheduled for',
    started: 'Started',
    created: 'Created',
    failedTitle: 'Nothing was sent',
    nothingSent: 'Every message failed. The reasons are below.',
    cancel: 'Cancel broadcast',
    duplicate: 'Duplicate',
    edit: 'Edit',
    message: 'Message',
    valueOf: (field: string, fallback: string) => `[${field}${fallback && `, or “${fallback}”`}]`,
    size: (number: number) => `${people(number)} now.`,
  },
  failures: {
    title: (number: number) => `Why ${count(number)} failed`,
    counted: (counted: number, total: number) => `Counted ${count(counted)} of ${count(total)} failures…`,
    further: 'Keep counting',
    loadFailed: 'The reasons could not be loaded.',
    show: 'Show',
    showOf: (reason: string) => `Show those who failed: ${reason}`,
    again: (number: number) =>
      number === 1 ? 'Send again to the 1 that can succeed' : `Send again to the ${count(number)} that can succeed`,
    resent: 'Already sent again',
    temporary: 'Can succeed later',
    canceled: 'Not sent, because the broadcast was stopped.',
  },
  recipients: {
    title: 'Recipients',
    loadFailed: 'The recipients could not be loaded.',
    columns: { name: 'Recipient', status: 'Status', reason: 'Reason', conversation: 'Conversation' },
    status: 'Status',
    all: 'All',
    statuses,
    retried: (reason: string, calls: number) =>
      `${reason}. Tried ${calls === 1 ? 'once' : `${calls} times`}, and again soon.`,
    reason: (code: string) => `Only those with reason ${code}`,
    open: (who: string) => `Open the conversation with ${who}`,
    openShort: 'Open',
    none: 'No recipients',
    noneYet: 'None among those looked at so far. Load more to look further.',
    noMatch: 'No recipient matches the filter.',
    empty: 'The audience is empty, or it is still being read.',
    stoppedBefore: 'It was stopped before anything was sent.',
    export: 'Export CSV',
    exporting: (number: number) => `${count(number)} so far`,
    stop: 'Stop',
    stopped: 'Stopped. No file was saved.',
    exported: (number: number) => `${count(number)} ${number === 1 ? 'recipient' : 'recipients'} exported`,
    header: ['Name', 'Number', 'Status', 'Code', 'Reason', 'Message ID', 'Conversation ID', 'Opted out (UTC)'],
    optedOut: 'Opted out since',
  },
};
