const browsers = (count: number): string => (count === 1 ? '1 other browser' : `${count} other browsers`);

export const sessionTexts = {
  title: 'Sessions',
  lead: 'The browsers in which you are signed in. If you do not recognize one, sign it out.',
  loadFailed: 'Your sessions could not be loaded.',
  emptyTitle: 'No sessions',
  empty: 'Reload the page to sign in again.',
  columns: { browser: 'Browser', address: 'IP address', since: 'Signed in', lastSeen: 'Last seen', actions: 'Actions' },
  current: 'This browser',
  now: 'Now',
  unknownBrowser: 'Unknown browser',
  end: {
    action: 'Sign out',
    label: (browser: string, address: string) => `Sign out ${browser} at ${address}`,
    ownLabel: 'Sign out of this browser',
    done: (browser: string) => `${browser} is signed out`,
    failed: 'The browser was not signed out.',
  },
  endOthers: {
    action: (count: number) => `Sign out ${browsers(count)}`,
    title: (count: number) => `Sign out ${browsers(count)}?`,
    lead: 'Whoever uses them has to sign in again. You stay signed in here.',
    submit: 'Sign out everywhere else',
    done: (count: number) => (count === 0 ? 'No other browser was signed in' : `Signed out ${browsers(count)}`),
  },
};
