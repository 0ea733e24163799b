import { are, people, plural } from './inbox.ts';

const actions = {
  open: 'opened',
  pending: 'set to waiting for the customer',
  closed: 'closed',
  assigned: 'assigned',
  unassigned: 'assigned to nobody',
  team: 'assigned to a team',
  noTeam: 'removed from their team',
  unopened: 'marked as not opened',
  snoozed: 'snoozed',
  unsnoozed: 'back in the list',
};

/** The texts of the parts of the inbox that load when they show. */
export const inboxPartsTexts = {
  longWaits: { long: 'Long wait', longest: 'Very long wait' },
  search: {
    hint: 'People and messages',
    close: 'Close search',
    people: 'People',
    noPeople: 'No one has this in their name, number, email, company, user name or external ID.',
    conversations: 'Conversations',
    noConversations: 'No message or note contains these words.',
    tooCommon: (text: string) =>
      `“${text}” is too common to search messages for. Add a word that fewer messages contain.`,
    noWord: 'To search messages, type a letter or a digit.',
    notYet: 'Nothing found yet.',
    note: 'Note:',
    searching: 'Searching…',
    more: 'Show more',
    searchFurther: 'Search further',
    noConversation: 'This contact has no conversations yet.',
  },
  teams: {
    label: (shown: string) => `Team: ${shown}`,
    any: 'All teams',
    mine: 'My teams',
    none: 'No team',
  },
  turns: {
    label: 'Your turns',
    here: 'Your teams give you conversations.',
    away: 'You are away. Your teams give you no new conversations.',
    leave: 'Set me as away',
    comeBack: 'I am back',
  },
  saved: {
    title: 'Saved replies',
    search: 'Search name and text',
    none: 'No saved replies yet.',
    noMatch: 'No matching saved replies.',
    manage: 'Manage',
    shared: 'Shared',
    loadFailed: 'The saved replies could not be loaded.',
  },
  /** In place of a conversation. */
  missing: {
    none: 'Choose a conversation',
    noneText: 'Press J and K to move through the list, O to write, and ? to see every shortcut.',
    gone: 'This conversation does not exist',
    goneText: 'It was erased, or the link belongs to another workspace.',
    erased: 'This person was erased',
    erasedText: 'Their messages and details are deleted for good.',
  },
  template: {
    choose: 'Template',
    placeholder: 'Search templates',
    change: 'Choose another',
    noMatch: 'No matching templates.',
    none: 'There are no approved templates yet. Sync them on the Templates page.',
    open: 'Open templates',
    send: 'Send template',
    cancel: 'Back to text',
    preview: 'Preview',
    missing: 'Fill in every value to send.',
    unsupported: 'This template has parts that only the API can fill in.',
    loadFailed: 'The templates could not be loaded.',
  },
  message: {
    actions: 'Message actions',
    reply: 'Reply',
    copyText: 'Copy text',
    saveReply: 'Save as reply',
    savedReply: 'Saved to your own replies',
    copyId: 'Copy message ID',
    details: 'Details',
    deleteNote: 'Delete note',
    noteDeleted: 'Note deleted',
    copied: 'Copied',
  },
  notice: {
    newMessage: 'New message',
    assigned: 'Assigned to you',
    mentioned: (name: string) => `${name} mentioned you in a note`,
  },
  extras: {
    askWriting: (names: readonly string[]) => `${people(names)} ${are(names)} writing. Send yours?`,
    wait: 'Wait',
    fillFirst: (gap: string) => `Fill in ${gap} first.`,
    emojiHint: '⊞ . or ⌃⌘Space',
    mention: 'Mention a member or team',
  },
  voice: {
    play: 'Play',
    pause: 'Pause',
    position: 'Position',
    speed: (rate: number) => `Speed ${rate}×`,
  },
  details: {
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    channelId: 'Channel’s message ID',
    code: 'Error code',
  },
  lightbox: {
    close: 'Close',
    next: 'Next photo',
    previous: 'Previous photo',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
  },
  discard: {
    title: (name: string) => `Discard the draft to ${name}?`,
    keep: 'Keep open',
    discard: 'Discard and close',
  },
  empty: {
    mine: 'Nothing is waiting for you',
    mineText: (unassigned: number) =>
      unassigned === 0
        ? 'New conversations appear here when they are assigned to you.'
        : `${plural(unassigned, 'conversation is', 'conversations are')} unassigned.`,
    showUnassigned: 'Show unassigned',
    unassigned: 'Every conversation is assigned',
    unassignedText: 'New conversations appear here until someone takes them.',
    all: 'No conversations yet',
    allClosed: 'Every conversation is closed',
    allText: 'When a customer writes on a connected channel, it appears here.',
    connect: 'Connect a channel',
    unconnected: 'No channel is connected yet',
    unconnectedText: 'Once one is, what customers write appears here.',
    unconnectedAsk: 'Once an Admin connects one, what customers write appears here.',
    playground: 'Open the playground',
    waiting: 'No conversations are waiting for a customer',
    waitingText: 'Press W in a conversation to set it aside until the customer answers.',
    snoozed: 'No snoozed conversations',
    snoozedText: 'Press Z in a conversation to set it aside until a time.',
    closed: 'No closed conversations',
    closedText: 'Closed conversations appear here. A new message reopens them.',
    partly: 'No matching conversations so far',
    partlyText: 'Some conversations have not been searched yet.',
    filtered: 'No matching conversations',
    filteredText: 'Choose another channel or tag, or clear the filters.',
  },
  bulk: {
    selected: (count: number) => `${count} selected`,
    clear: 'Clear selection',
    selectShown: (count: number) => `Select all ${count}`,
    allShown: (count: number) => `All ${count} shown are selected.`,
    selectAll: (count: string, view: string) => `Select all ${count} in ${view}`,
    actions,
    done: (
      action: keyof typeof actions,
      counts: {
        changed: number;
        outdated: number;
        unchanged: number;
        missing: number;
        failed: number;
        unknown: number;
      },
    ) =>
      [
        `${counts.changed} ${actions[action]}`,
        ...(counts.outdated
          ? [`${counts.outdated} had changed and ${counts.outdated === 1 ? 'stays' : 'stay'} open`]
          : []),
        ...(counts.unchanged ? [`${counts.unchanged} already ${counts.unchanged === 1 ? 'was' : 'were'}`] : []),
        ...(counts.missing ? [`${counts.missing} no longer exist`] : []),
        ...(counts.failed ? [`${counts.failed} failed`] : []),
        ...(counts.unknown ? [`${counts.unknown} not confirmed`] : []),
      ].join(', '),
  },
  snooze: {
    title: 'Snooze until',
    today: 'Later today',
    tomorrow: 'Tomorrow',
    monday: 'Next Monday',
    written: 'Until they write',
    pick: 'Pick a time…',
    end: 'End the snooze',
    time: 'Time',
    zone: (zone: string) => `In your time zone, ${zone}`,
    fault: 'Choose a time in the next 366 days.',
  },
  start: {
    lead: 'Only an approved template reaches someone who has not written to you.',
    person: 'To',
    placeholder: 'Search name or number',
    add: (phone: string) => `Write to ${phone}`,
  },
  find: {
    position: (at: number, total: number) => `${at} of ${total}`,
    none: 'Not found',
    next: 'Next',
    previous: 'Previous',
    close: 'Close',
    older: 'Search 200 older messages',
    limit: 'Searched the latest 2,000 messages.',
  },
};
