const calls = (count: number): string => `${count.toLocaleString('en-US')} refused ${count === 1 ? 'call' : 'calls'}`;

export const requestTexts = {
  title: 'Requests',
  lead: 'What your API keys changed and what failed, for the last seven days. Successful reads are not kept.',
  loadFailed: 'The requests could not be loaded.',
  columns: {
    time: 'Time',
    request: 'Request',
    key: 'API key',
    status: 'Status',
    duration: 'Duration',
    details: 'Details',
  },
  duration: (ms: number) => `${ms.toLocaleString('en-US')} ms`,
  refused: (count: number) => `${calls(count)} in this minute`,
  more: (method: string, path: string) => `Details of ${method} ${path}`,
  detail: {
    requestId: 'Request ID',
    key: 'API key',
    address: 'Address',
    meaning: 'Why',
    refused: 'The key is revoked or has expired. These are the values of the last refused call.',
    asCurl: 'As curl',
    curl: 'curl command',
    curlNote: 'Set SWITCHBOARD_API_KEY to your key first. Query parameters and bodies are not kept, so add your own.',
  },
  filters: {
    label: 'Filters',
    key: 'Key',
    allKeys: 'All keys',
    unknownKey: 'Unknown key',
    only: 'Show',
    all: 'Changes and failures',
    failures: 'Failures only',
    clear: 'Clear filters',
  },
  keysLeftOut: (count: number) =>
    `This list shows the ${count} keys that were used last. Choose a key to see the requests of another one.`,
  stillInUse: {
    title: (keys: number) =>
      keys === 1 ? 'A key that no longer works is still in use' : `${keys} keys that no longer work are still in use`,
    revoked: (name: string, count: number) => `${name} is revoked: ${calls(count)} in the last hour.`,
    expired: (name: string, count: number) => `${name} has expired: ${calls(count)} in the last hour.`,
    show: 'Show requests',
    showLabel: (name: string) => `Show requests of ${name}`,
    short: (count: number) => `Still in use: ${calls(count)} in the last hour`,
  },
  emptyTitle: 'Nothing changed and nothing failed',
  empty: 'When a key creates, changes or deletes something, or a call fails, it appears here.',
  noMatchTitle: 'No matching requests',
  noMatch: 'No request of the last seven days fits these filters.',
  noMatchSoFar: 'No request fits these filters so far. Load more to look further back.',
};
