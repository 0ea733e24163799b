/** What the channel has taken from a number. */
export interface Wire {
  messages: number;
  /** How often each recipient was written to. */
  times: Map<string, number>;
  /** Messages in the busiest second. */
  busiestSecond: number;
}

interface SentBody {
  to: string;
  /** Our id of the message, a UUIDv7, which begins with the time at which the message was about to leave. */
  biz_opaque_callback_data: string;
}

export const readWire = async (simulatorUrl: string, numberId: string): Promise<Wire> => {
  const answer = await fetch(`${simulatorUrl}/sent?account_id=${numberId}`);
  const { data } = (await answer.json()) as { data: SentBody[] };
  const times = new Map<string, number>();
  for (const { to } of data) times.set(to, (times.get(to) ?? 0) + 1);
  const leftMs = data.map((body) => timeOf(body.biz_opaque_callback_data)).sort((one, other) => one - other);
  return { messages: data.length, times, busiestSecond: busiestOf(leftMs) };
};

/** Forgets what was sent so far. */
export const clearWire = async (simulatorUrl: string, numberId: string): Promise<void> => {
  await fetch(`${simulatorUrl}/sent?account_id=${numberId}`, { method: 'DELETE' });
};

const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** The most that lie within any 1,000 ms; the times are in order. */
const busiestOf = (timesMs: number[]): number => {
  let first = 0;
  let most = 0;
  for (const [place, timeMs] of timesMs.entries()) {
    while ((timesMs[first] ?? timeMs) <= timeMs - 1_000) first += 1;
    most = Math.max(most, place - first + 1);
  }
  return most;
};
