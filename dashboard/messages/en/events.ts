export const events = {
  nav: 'Events',
  title: 'Events',
  lead: 'Every event of the last 30 days and where it was sent. Open one to see its payload and each attempt.',
  loadFailed: 'The events could not be loaded.',
  columns: { time: 'Time', event: 'Event', webhooks: 'Webhooks' },
  filters: 'Filter events',
  emptyTitle: 'No events yet',
  empty: 'Events appear here once a webhook subscribes to them and something happens in the workspace.',
  toWebhooks: 'Go to webhooks',
  noMatchTitle: 'No matching events',
  noMatch: 'Change or clear the filters to see others.',
  noMatchSoFar: 'None so far. Load more to look further back.',
  chip: (webhook: string, status: string, attempts: number) =>
    `${webhook}: ${status}${attempts > 1 ? ` after ${attempts} attempts` : ''}`,
};
