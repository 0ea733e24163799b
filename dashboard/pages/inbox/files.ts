const units = ['B', 'KB', 'MB', 'GB'];

/** 240 KB */
export const fileSize = (bytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)));
  const value = bytes / 1_000 ** step;
  return `${value >= 10 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
};

const megabyte = 1_000_000;

/** What Msgapp takes, by type. The upload checks it again. */
const limits: readonly (readonly [pattern: RegExp, max: number])[] = [
  [/^image\/(jpeg|png)$/, 5 * megabyte],
  [/^video\/(mp4|3gpp)$/, 16 * megabyte],
  [/^audio\/(aac|mp4|mpeg|amr|ogg)$/, 16 * megabyte],
  [/^(application\/|text\/plain)/, 100 * megabyte],
];

/** Undefined if no channel takes such a file. */
export const sizeMax = (type: string): number | undefined => limits.find(([pattern]) => pattern.test(type))?.[1];
