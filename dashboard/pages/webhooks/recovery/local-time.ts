const two = (value: number): string => String(value).padStart(2, '0');

/** For `<input type="datetime-local">`, in the time zone of the browser, to the minute before. */
export const toLocalInput = (time: string): string => {
  const date = new Date(time);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

export const fromLocalInput = (text: string): string | undefined => {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
};
