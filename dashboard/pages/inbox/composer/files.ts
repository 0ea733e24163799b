import { uploadKinds } from '../../../../functions/model/conversations/answering.ts';

const units = ['B', 'KB', 'MB', 'GB'];

/** 240 KB */
export const fileSize = (bytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)));
  const value = bytes / 1_000 ** step;
  return `${value >= 10 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
};

/** Undefined if no channel takes such a file. The upload checks it again. */
export const sizeMax = (type: string): number | undefined =>
  uploadKinds.find(({ pattern }) => pattern.test(type))?.bytesMax;
