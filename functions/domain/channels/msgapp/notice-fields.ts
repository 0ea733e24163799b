import { truncate } from '../../../model/characters.ts';
import type { InboundNotice } from '../../../model/inbound/inbound.ts';
import { type JsonObject, readId, readText } from '../untrusted-json.ts';

export interface NoticeOrigin {
  channel: 'msgapp';
  /** The id of the business account. */
  accountId: string;
  at: string;
}

export type ReadNotice = (origin: NoticeOrigin, value: JsonObject) => InboundNotice | undefined;

/** The channel's words are in capitals; samples differ. */
export const readWord = (value: unknown): string | null => {
  const word = readId(value)?.toUpperCase() ?? '';
  return /^[A-Z0-9_]{1,100}$/.test(word) ? word : null;
};

const reasonCharactersMax = 500;

export const readReason = (value: unknown): string | null => {
  const reason = readText(value);
  return reason === null ? null : truncate(reason, reasonCharactersMax);
};
