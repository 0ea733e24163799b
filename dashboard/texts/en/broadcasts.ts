import type { BroadcastStage } from '../../../functions/model/broadcasts/broadcast.ts';
import { count, messageCount } from '../numbers.ts';

export const people = (number: number): string => (number === 1 ? '1 person' : `${count(number)} people`);

const personsOf = (number: string): string => (number === '1' ? 'person' : 'people');

const have = (number: number, what: string): string => `${people(number)} ${number === 1 ? 'has' : 'have'} ${what}`;

const stages: Record<BroadcastStage | 'reading', string> = {
  scheduled: 'Scheduled',
  reading: 'Reading the audience',
  running: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** Why a recipient of the check gets no message, and what to do about it. */
const reasons = {
  no_phone: {
    title: (number: number) => have(number, 'no phone number'),
    text: 'Broadcasts go to phone numbers only. In a file, fill in the empty cells and load it again.',
  },
  invalid_phone: {
    title: (number: number) => (number === 1 ? '1 number is not valid' : `${count(number)} numbers are not valid`),
    text: 'Write numbers with their country code, for example +14155550123.',
  },
  unknown_contact: {
    title: (number: number) =>
      number === 1 ? '1 contact no longer exists' : `${count(number)} contacts no longer exist`,
    text: 'They were erased after you chose them.',
  },
  invalid_row: {
    title: (number: number) => (number === 1 ? '1 line cannot be read' : `${count(number)} lines cannot be read`),
    text: 'A quotation mark is misplaced, a value is too long, or there are more cells than columns. Correct the file and load it again.',
  },
  duplicate: {
    title: (number: number) => (number === 1 ? '1 duplicate' : `${count(number)} duplicates`),
    text: 'Everyone gets the message once.',
  },
  opted_out: {
    title: (number: number) => `${people(number)} opted out`,
    text: 'They asked not to get broadcasts. You can still reply when they write.',
  },
  missing_value: {
    title: (number: number) => (number === 1 ? '1 person lacks a value' : `${count(number)} people lack a value`),
    text: 'Enter a replacement under “If missing”, or fill in the value in the contact or the file.',
  },
  plan_limit_reached: {
    title: (number: number) => `${people(number)} over the plan’s limit`,
    text: 'The plan has fewer messages left this month. Choose fewer people, or upgrade the plan.',
  },
};

export const broadcastTexts = {
  title: 'Broadcasts',
  lead: 'Send an approved template to many people at once, and follow the results.',
  manage: 'send broadcasts',
  create: 'Create broadcast',
  loadFailed: 'The broadcasts could not be loaded.',
  emptyTitle: 'No broadcasts yet',
  empty: 'Send an approved template to many people at once.',
  noMatchTitle: 'No matching broadcasts',
  noMatch: 'No broadcast has this status.',
  noMatchYet: 'None among the newest. Load more to look further back.',
  filters: { label: 'Filters', status: 'Status', any: 'Any status', clear: 'Clear' },
  columns: {
    name: 'Name',
    audience: 'Audience',
    status: 'Status',
    result: 'Result',
    when: 'When',
  },
  stages,
  sentToSome: 'Sent, some failed',
  people,
  numbers: (number: number) => (number === 1 ? '1 number' : `${count(number)} numbers`),
  aboutPeople: (number: string) => `about ${number} people`,
  deletedSegment: 'A deleted segment',
  lines: (lines: readonly number[], hasMore: boolean) =>
    `${lines.length === 1 && !hasMore ? 'Line' : 'Lines'} ${lines.map(count).join(', ')}${hasMore ? ' and possibly more' : ''}.`,
  result: (step: 'sent' | 'delivered', done: number, accepted: number, failed: number) =>
    [`${count(done)} of ${count(accepted)} ${step}`, ...(failed > 0 ? [`${count(failed)} failed`] : [])].join(', '),
  /** What became of everyone. */
  sum: (sent: number, failed: number, pending: number, accepted: number) =>
    `${count(sent)} sent, ${count(failed)} failed, ${count(pending)} to go, of ${count(accepted)}`,
  audienceLater: 'The audience is read at that time.',
  sendNow: 'Send now',
  cancelDialog: {
    title: (name: string) => `Stop ${name}?`,
    text: (sent: number, pending: number) =>
      `${sent === 1 ? '1 was sent and stays sent' : `${count(sent)} were sent and stay sent`}. ${count(pending)} will not get it. Up to 30 that are on their way still go out.`,
    waiting: 'Nothing was sent yet.',
    action: 'Stop broadcast',
    keep: 'Keep sending',
    keepScheduled: 'Keep it scheduled',
    done: (name: string) => `${name} was stopped`,
  },
  nowDialog: {
    title: (name: string, number: number) =>
      number > 0 ? `Send ${name} to ${people(number)} now?` : `Send ${name} now?`,
    text: (audience: string) => `Sending to ${audience} begins now instead of at the scheduled time.`,
    done: (name: string) => `${name} is being sent`,
  },
  againDialog: {
    title: 'Send again',
    lead: (number: number) =>
      `A new broadcast sends the same message to the ${people(number)} whose message failed for a temporary reason.`,
    name: 'Name',
    again: (name: string) => `${name.slice(0, 72)} (again)`,
    missing: 'Enter a name.',
    action: 'Send again',
    done: 'The new broadcast is on its way',
  },
  composer: {
    title: 'New broadcast',
    kept: 'What you enter is kept in this browser.',
    keptFrom: (time: string) => `Continue your draft from ${time}`,
    continue: 'Continue',
    startOver: 'Start over',
    duplicateFailed: 'The broadcast could not be copied.',
    listNotCopied: 'The list of recipients could not be copied. Choose the audience again.',
    edit: 'Edit broadcast',
    replaces: 'What you schedule or send here replaces the scheduled broadcast, which is canceled then.',
    hasBegun: 'It had begun already, and was stopped. Nothing new was sent.',
    message: '1 Message',
    template: 'Template',
    choose: 'Choose a template',
    change: 'Change template',
    unusable: 'These cannot be sent',
    noTemplates: 'No approved templates. Connect Msgapp under Channels, then sync them on the Templates page.',
    openTemplates: 'Open templates',
    templatesFailed: 'The templates could not be loaded.',
    unsupported: 'This template has parts that only the API can fill in.',
    marketing: 'Counts as marketing. Msgapp limits how much marketing a person gets.',
    sources: {
      text: 'Same for all',
      raw: 'Text with fields in braces',
      name: 'Contact’s name',
      email: 'Contact’s email',
      company: 'Contact’s company',
      phone: 'Contact’s phone',
    },
    attribute: (name: string) => `Contact’s ${name}`,
    column: (name: string) => `Column “${name}”`,
    ifMissing: 'If missing',
    textOf: 'Text',
    lacking: (number: number) => `${people(number)} without it ${number === 1 ? 'gets' : 'get'} no message.`,
    noFallback: 'People without it get no message.',
    audience: '2 Audience',
    kinds: { segment: 'Segment', people: 'People', numbers: 'Numbers' },
    kindHints: {
      segment: 'Everyone who is in it when sending begins.',
      people: 'Contacts that you choose, up to 1,000.',
      numbers: 'Paste up to 1,000, or load a CSV file of up to 100,000 rows. Each row can have its own values.',
    },
    segment: 'Segment',
    chooseSegment: 'Choose a segment',
    noSegments: 'No segments yet.',
    addPerson: 'Add a person',
    remove: (name: string) => `Remove ${name}`,
    more: (number: number) => `and ${count(number)} more`,
    clearPeople: 'Remove all',
    showAll: 'Show all',
    numbers: 'Numbers',
    numbersHint: 'One per line, followed by its values, separated by commas. The first line can name the columns.',
    file: 'Load a CSV file',
    rows: (number: number) => (number === 1 ? '1 row' : `${count(number)} rows`),
    columnName: (number: number) => `Column ${number}`,
    faults: {
      phone: 'Not a phone number.',
      duplicate: 'The same number as above.',
      broken: 'A quotation mark is misplaced.',
      value: 'A value is empty, so this line gets no message.',
    },
    line: (line: number) => `Line ${line}`,
    tooMany: 'At most 1,000 rows can be pasted. Save them as a CSV file of up to 20 MB and load it.',
    tooLarge: 'The file has more than 100,000 rows or 20 MB. Split it, and send a broadcast to each part.',
    uploading: 'Uploading…',
    check: '3 Check · nothing is sent yet',
    whenTitle: '4 Sending',
    checking: 'Checking…',
    refused: 'Solve the problem to see who gets it.',
    checkFirst: 'Choose a template and an audience to see who gets it.',
    gets: (number: string, isOne: boolean) =>
      `${number.charAt(0).toUpperCase()}${number.slice(1)} ${isOne ? 'person gets' : 'people get'} it`,
    about: (number: number) => `about ${count(number)}`,
    atLeast: (number: number) => `at least ${count(number)}`,
    rest: 'Only part of the segment was counted.',
    reasons,
    showOptedOut: 'See who opted out',
    showSegment: 'See who is in the segment',
    /** "38 people have no name and get “there”" */
    fallback: (number: number, field: string, defaults: readonly string[]) =>
      `${have(number, `no ${field.replace(/^\w+\./, '')}`)} and ${number === 1 ? 'gets' : 'get'} ${defaults.map((text) => `“${text}”`).join(' or ')}`,
    plan: (left: number, after: number) => `Plan: ${messageCount(left)} left, ${count(after)} after this`,
    noLimit: 'Plan: no message limit',
    duration: (seconds: number, perSecond: number) =>
      `About ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`} at ${count(perSecond)} a second`,
    preview: 'Preview',
    sample: (at: number, total: number) => `${at} of ${total}`,
    next: 'Next person',
    previous: 'Previous person',
    noSample: 'Choose an audience to see the message with their values.',
    name: 'Name',
    when: 'When',
    now: 'Now',
    later: 'At a time',
    time: 'Time',
    zone: (zone: string) => `In the time zone ${zone}.`,
    timeIn: (time: string, zone: string) => `${time} (${zone})`,
    test: 'Send me a test',
    send: (number: string) => (number ? `Send to ${number}` : 'Send'),
    schedule: (time: string) => `Schedule for ${time}`,
    missing: {
      template: 'Choose a template.',
      unsupported: 'Choose another template: only the API can fill in this one.',
      values: 'Fill in every value.',
      segment: 'Choose a segment.',
      people: 'Add a person.',
      numbers: 'Paste numbers.',
      tooMany: 'Choose at most 1,000.',
      name: 'Enter a name.',
      time: 'Choose a time in the next 30 days.',
      check: 'The check found a problem.',
      checking: 'Wait for the check.',
      nobody: 'Nobody would get it.',
    },
    sent: (name: string) => `${name} is on its way`,
    scheduled: (name: string) => `${name} is scheduled`,
  },
  sendDialog: {
    title: (name: string, number: string) => `Send ${name} to ${number} ${personsOf(number)} now?`,
    scheduleTitle: (name: string, number: string, time: string) =>
      `Send ${name} to ${number} ${personsOf(number)} on ${time}?`,
    audience: 'Audience',
    template: 'Template',
    time: 'Time',
    now: 'At once',
    plan: 'Plan',
    cost: (number: string) =>
      number === '1'
        ? '1 message. Msgapp bills it to your business account.'
        : `${number} messages. Msgapp bills them to your business account.`,
    type: (number: string) => `Type ${number} to confirm`,
  },
  testDialog: {
    title: 'Send me a test',
    lead: 'Sends one message with the values in the preview. It counts toward your plan.',
    phone: 'Your number',
    hint: 'For example +14155550123. It is remembered in this browser.',
    missing: 'Enter a phone number.',
    action: 'Send test',
    sent: (to: string) => `Sent to ${to}`,
    delivered: (to: string) => `Delivered to ${to} ✓`,
    failed: (to: string) => `It did not reach ${to}. Open the conversation to see why.`,
    close: 'Done',
    open: 'Open conversation',
  },
};
