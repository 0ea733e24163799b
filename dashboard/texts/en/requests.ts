const calls = (count: number): string => `${count.toLocaleString('en-US')} refused ${count === 1 ? 'call' : 'calls'}`;

const secondMs = 1_000;

/** 412 ms, 4.9 s */
const duration = (ms: number): string => (ms < secondMs ? `${ms} ms` : `${(ms / secondMs).toFixed(1)} s`);

export const requestTexts = {
  title: 'Requests',
  lead: 'Changes and failures of the last 7 days. Successful reads are not recorded.',
  loadFailed: 'The requests could not be loaded.',
  columns: {
    time: 'Time',
    request: 'Request',
    key: 'API key',
    status: 'Status',
    duration: 'Duration',
    details: 'Details',
  },
  duration,
  slow: (ms: number) => `Slow, ${duration(ms)}`,
  slowTitle: 'It took two seconds or more',
  refused: (count: number) => `${calls(count)} in this minute`,
  more: (method: string, path: string) => `Details of ${method} ${path}`,
  detail: {
    requestId: 'Request ID',
    key: 'API key',
    address: 'Address',
    why: 'Why',
    toUsage: 'Open usage and plan',
    toChannels: 'Open channels',
    channelCode: 'Code of the channel',
    refused: 'The key is revoked or has expired. These are the values of the last refused call.',
    asCurl: 'As curl',
    curl: 'curl command',
    curlNote: 'Set API_KEY to your key first. Query parameters and bodies are not kept, so add your own.',
  },
  filters: {
    label: 'Filters',
    key: 'Key',
    allKeys: 'All keys',
    unknownKey: 'Unknown key',
    only: 'Show',
    all: 'Changes and failures',
    failures: 'Failures only',
    search: 'ID, path or code',
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
  emptyTitle: 'No requests yet',
  empty: 'When a key creates, changes or deletes something, or a call fails, it appears here.',
  noMatchTitle: 'No matching requests',
  noMatch: 'No request of the last seven days fits these filters.',
  noMatchSoFar: 'No request fits these filters so far. Load more to look further back.',
};
