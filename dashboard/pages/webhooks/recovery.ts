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
