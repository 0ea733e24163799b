const quoted = (name: string | null) => (name === null ? '' : `“${name}” `);

export const eventTexts = {
  title: 'Events',
  lead: 'What webhooks were told in the last 30 days. Open an event to see each webhook, and from there the payload and every attempt.',
  loadFailed: 'The events could not be loaded.',
  columns: { time: 'Time', event: 'Event', summary: 'About', delivered: 'Webhooks', webhooks: 'Deliveries' },
  /** In the words of the deliveries, such as "1 delivered, 1 stopped". */
  outcomes: (counts: readonly (readonly [string, number])[]) =>
    counts.map(([words, count]) => (counts.length === 1 ? words : `${count} ${words.toLowerCase()}`)).join(', '),
  open: (event: string, time: string) => `Deliveries of ${event}, ${time}`,
  webhook: 'Webhook',
  anyWebhook: 'All webhooks',
  filters: 'Filter events',
  emptyTitle: 'No events yet',
  empty: 'Events appear here once a webhook subscribes to them and something happens in the workspace.',
  toWebhooks: 'Go to webhooks',
  noMatchTitle: 'No matching events',
  noMatch: 'Change or clear the filters to see others.',
  noMatchSoFar: 'None so far. Load more to look further back.',
  someWebhook: 'Webhook',
  feeds: {
    title: 'Feeds',
    guide: 'About feeds',
    loadFailed: 'The feeds could not be loaded.',
    empty:
      'No feeds. A feed is a list of events that your program reads through the API, so it needs no public address.',
    columns: {
      feed: 'Feed',
      events: 'Events',
      read: 'Last read',
      ends: 'Ends unless read',
      actions: 'Actions',
    },
    createdAt: (time: string) => `Created ${time}`,
    id: 'Feed ID',
    neverRead: 'Never',
    readLately: 'In the last hour',
    deleteLabel: (name: string | null, events: readonly string[], time: string) =>
      `Delete the feed ${quoted(name)}of ${events.join(', ')}, created ${time}`,
    create: {
      action: 'Create feed',
      title: 'Create a feed',
      lead: 'It gets the events that you choose from now on, and ends when nothing has read it for 7 days. Your program reads it with an API key that has the scope webhooks:manage.',
      name: 'Name (optional)',
      nameHint: 'The program that reads it, for example CRM mirror.',
      events: 'Events',
      missing: 'Choose at least one event.',
    },
    read: 'How to read',
    readLabel: (name: string | null, time: string) => `How to read the feed ${quoted(name)}created ${time}`,
    created: {
      title: 'How to read the feed',
      lead: 'Your program reads it with this call, which waits up to 20 seconds for an event. The next call gets “next_cursor” as “after”.',
      call: 'curl command',
      done: 'Done',
    },
    delete: {
      action: 'Delete',
      title: 'Delete this feed?',
      lead: (id: string, name: string | null, time: string) =>
        `The feed ${quoted(name)}of ${time} (${id}) and its events are deleted. A program that reads it gets a 404 and needs a new feed, which starts with the events from then on.`,
      done: 'Feed deleted',
    },
  },
};
