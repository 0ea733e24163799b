import type { Settings } from '../settings.ts';

/**
 * Megabytes. `npm run bench -- --save` measures what a function needs, and a test compares this table with it. Memory
 * also sets the share of a vCPU: see "Memory" in docs/costs.md.
 */
const usualMemoryMb = 256;

const memoryMb: Record<string, number> = {
  deleteContact: 320,
  listBroadcastRecipients: 384,
  listDeliveries: 384,
  listFailedMessages: 320,
  redeliverEvent: 320,
  removeSegmentContacts: 320,
  /** This function checks a file of 100,000 lines. */
  createBroadcast: 1024,
  /** The many parallel writes of an import compute. */
  importContacts: 1024,
  recoverEvents: 512,
  sendMessage: 384,
  /** Five downloads at once, each with two parts of 5 MB. */
  copyMedia: 512,
  /** Lanes and batches compute all the time, so they get more of a vCPU than their memory needs. */
  dispatchChanges: 1024,
  indexWords: 512,
  countReports: 512,
  prepareBroadcast: 1024,
  processInbound: 512,
  sendBroadcast: 512,
  /** One function for all operations, with pages of many items. */
  dashboard: 512,
  dashboardChannels: 512,
  dashboardBroadcasts: 1024,
  /** This function imports, too. */
  dashboardContacts: 1024,
  dashboardInbox: 512,
  dashboardMessages: 512,
  dashboardSends: 512,
  chatVisitor: 512,
};

export const memoryMbOf = (name: string, settings: Pick<Settings, 'memoryMb'>): number =>
  settings.memoryMb[name] ?? memoryMb[name] ?? usualMemoryMb;
