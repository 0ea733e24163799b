interface ReceivedEvent {
  receivedMs: number;
  /** The signature and the other headers of the delivery. */
  headers: Record<string, string>;
  body: string;
}

/** Plays a customer's server: it accepts every delivery and keeps the newest ones by the name in its path. */
export interface BuiltInReceiver {
  accept: (name: string, event: ReceivedEvent) => void;
  list: (name: string) => readonly ReceivedEvent[];
}

const eventsMax = 100;
const namesMax = 1000;

export const createBuiltInReceiver = (): BuiltInReceiver => {
  const byName = new Map<string, ReceivedEvent[]>();
  return {
    accept: (name, event) => {
      const events = [event, ...(byName.get(name) ?? [])].slice(0, eventsMax);
      byName.delete(name);
      byName.set(name, events);
      const [oldest] = byName.size > namesMax ? byName.keys() : [];
      if (oldest !== undefined) byName.delete(oldest);
    },
    list: (name) => byName.get(name) ?? [],
  };
};
