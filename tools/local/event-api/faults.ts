export interface PublishedEvents {
  channel: string;
  events: readonly string[];
}

/** What goes wrong on the way to the subscribers. */
export interface Faults {
  /** How often an event arrives: 0 loses it, 2 doubles it. */
  copies: number;
  /** Each event takes the next of these times, in turn. [300, 0] swaps neighbors. */
  delaysMs: readonly number[];
  /** Ends all sockets, and hangs up on everyone who calls. */
  isDown: boolean;
}

export const noFaults: Faults = { copies: 1, delaysMs: [0], isDown: false };

/** For tests, which find them in the runtime. */
export interface EventApiControls {
  /** Faults that are left out end. */
  setFaults: (faults?: Partial<Faults>) => void;
  /** The sockets that are open now send and hear nothing more, though their connections stay. */
  cutSockets: () => void;
  /** Oldest first. */
  published: () => readonly PublishedEvents[];
  /** The channel of each. */
  listSubscriptions: () => string[];
}
