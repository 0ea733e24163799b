// Without schemas, because the dashboard reads it.

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** 45 s, 6 min, 3 h 40 min, 2 d 4 h */
export const duration = (seconds: number): string => {
  if (seconds < minute) return `${seconds} s`;
  if (seconds < hour) return `${Math.round(seconds / minute)} min`;
  const [big, bigName, small, smallName] =
    seconds < day ? ([hour, 'h', minute, 'min'] as const) : ([day, 'd', hour, 'h'] as const);
  const rest = Math.floor((seconds % big) / small);
  return `${Math.floor(seconds / big)} ${bigName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
};
