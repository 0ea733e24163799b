const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
};

/** A name of the IANA database. Offsets such as +02:00 are none: they know no daylight saving time. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Z][A-Za-z0-9+_/-]{1,63}$/.test(name)) return false;
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
};

/** How far clocks there are ahead of UTC. Before time zones, offsets had seconds. */
export const offsetMsAt = (zone: string, atMs: number): number => {
  const [, sign, hours, minutes, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatOf(zone).format(atMs)) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1_000 : 1_000) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds));
};
