const two = (value: number): string => String(value).padStart(2, '0');

/** Writes a time for `<input type="datetime-local">`, in the browser's time zone, rounded down to the minute. */
export const toLocalInput = (time: string): string => {
  const date = new Date(time);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

export const fromLocalInput = (text: string): string | undefined => {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};

const dayMs = 24 * 60 * 60_000;

/** The field begins with the first failure, or a day ago, but never before the oldest event: events are kept for 30 days. */
export const firstTime = (from: string | undefined, nowMs: number): string => {
  const fromMs = from === undefined ? nowMs - dayMs : Date.parse(from);
  return new Date(Math.max(fromMs, nowMs - 30 * dayMs)).toISOString();
};
