import type { Preferences } from '../../context/preferences.ts';

const afterClosing: Record<Preferences['afterClosing'], string> = {
  next: 'Open the next one that waits',
  stay: 'Stay',
  back: 'Go back to the list',
};

const noticesFor: Record<Preferences['noticesFor'], string> = {
  'mine-and-unassigned': 'Mine and unassigned',
  mine: 'Mine only',
};

export const preferenceTexts = {
  lead: 'They apply to this browser.',
  notices: 'Notifications',
  noticesHint: 'They work while Switchboard is open in a tab.',
  sound: 'Play a sound',
  desktop: 'Show desktop notices',
  desktopOn: 'Desktop notices are on',
  missing: 'This browser cannot show desktop notices. Open Switchboard in a browser on a computer to get them.',
  blocked: 'The browser blocks notices from this site. Allow them in its settings and try again.',
  showsText: 'Show what the customer wrote',
  forLabel: 'For conversations',
  noticesFor,
  inbox: 'Inbox',
  afterLabel: 'After closing a conversation',
  afterClosing,
  enterSends: 'Enter sends',
  enterHint: 'Shift Enter is a new line. Otherwise Ctrl or ⌘ Enter sends, and Enter is a new line.',
  tables: 'Tables',
  dense: 'Compact rows',
  denseHint: 'Shows about a third more rows at once.',
  keyboard: 'Keyboard',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Switch them off if you dictate or use a switch device.',
  done: 'Done',
};
