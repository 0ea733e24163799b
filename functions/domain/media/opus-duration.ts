/** No page of an Ogg file is larger, so the last one begins within this many bytes of the end. */
export const oggPageBytesMax = 65_307;

const samplesPerSecond = 48_000;
const secondsMax = 24 * 60 * 60;

/** Voice messages are Ogg Opus: the last page has the number of samples. Undefined for other files. */
export const readOpusSeconds = (head: Buffer, tail: Buffer): number | undefined => {
  const [opus, page] = [head.indexOf('OpusHead'), tail.lastIndexOf('OggS')];
  if (opus < 0 || head.length < opus + 12 || page < 0 || tail.length < page + 14) return undefined;
  const skipped = head.readUInt16LE(opus + 10);
  const seconds = Math.round((Number(tail.readBigUInt64LE(page + 6)) - skipped) / samplesPerSecond);
  return seconds >= 0 && seconds <= secondsMax ? seconds : undefined;
};
