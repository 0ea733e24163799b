export interface LifeEvent {
  kind: string;
  atMs: number;
  /** When the customer wrote, by the clock of the channel. */
  sentMs: number;
  by: string;
  score?: number;
}

export interface Counted {
  at: number;
  seconds?: number;
  by?: string;
  score?: number | undefined;
}

const newCounts = () => ({
  incoming: [] as Counted[],
  new_conversations: [] as Counted[],
  first_answer: [] as Counted[],
  every_answer: [] as Counted[],
  time_to_close: [] as Counted[],
  closed_without_answer: [] as Counted[],
  rating: [] as Counted[],
});

export type PlainCounts = ReturnType<typeof newCounts>;

export type PlainMetric = keyof PlainCounts;

export const plainMetrics = Object.keys(newCounts()) as PlainMetric[];

const toSeconds = (fromMs: number, toMs: number): number => Math.max(0, Math.floor((toMs - fromMs) / 1_000));

/** Follows what happened in a conversation from its beginning, knows no items and facts, and says what a person would count. */
export const countPlainly = (events: readonly LifeEvent[]): PlainCounts => {
  const found = newCounts();
  let [isClosed, isAnswered, beganMs] = [true, false, 0];
  let waits: number[] = [];
  let close: (() => void) | undefined;
  let lastSentMs = 0;
  for (const { kind, atMs, sentMs, by, score } of events) {
    if (kind === 'customer') {
      found.incoming.push({ at: sentMs });
      if (isClosed) {
        close?.();
        close = undefined;
        found.new_conversations.push({ at: sentMs });
        [isClosed, beganMs, waits, isAnswered] = [false, sentMs, [], false];
      }
      waits.push(sentMs);
      lastSentMs = Math.max(lastSentMs, sentMs);
    } else if (beganMs === 0) continue;
    else if (kind === 'member') {
      if (waits.length > 0) {
        const since = Math.min(...waits);
        const answer = { at: isAnswered ? since : beganMs, seconds: toSeconds(since, atMs), by };
        if (!isAnswered) found.first_answer.push(answer);
        found.every_answer.push(answer);
      }
      [waits, isAnswered] = [[], true];
    } else if (kind === 'close' && !isClosed) {
      const entry = { at: atMs, seconds: toSeconds(beganMs, atMs) };
      const unanswered = isAnswered ? [] : [{ at: atMs }];
      close = () => {
        found.time_to_close.push(entry);
        found.closed_without_answer.push(...unanswered);
      };
      [isClosed, waits] = [true, []];
    } else if (kind === 'rate' && isClosed) {
      const last = found.rating.at(-1);
      if (last && last.at >= lastSentMs) last.score = score;
      else found.rating.push({ at: atMs, score });
    } else if (kind === 'reopen') [isClosed, close] = [false, undefined];
    else if (kind === 'turn') waits = [];
  }
  close?.();
  return found;
};

export const nearestRank = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
