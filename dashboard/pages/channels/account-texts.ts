import type { ConnectedChannel } from '../../../functions/model/channels/connected-channel.ts';
import { type AccountNotice, accountNotices as texts } from '../../texts/en/account-notices.ts';

type Warning = NonNullable<ConnectedChannel['warning']>;

export const warningNotice = ({ event }: Pick<Warning, 'event'>): AccountNotice =>
  ownEntry(texts.warnings, event) ?? texts.unknownWarning;

/** Describes what the account can no longer do. Unknown words are quoted. */
export const warningWords = ({ event, details }: Pick<Warning, 'event' | 'details'>): string[] => {
  const known = ownEntry(texts.warnings, event) !== undefined;
  const words = details === null ? [] : isCode(details) ? details.split(', ') : [details];
  return [
    ...(known ? [] : [texts.says(inWords(event))]),
    ...words.map((word) => ownEntry(texts.restrictions, word) ?? texts.says(inWords(word))),
  ];
};

export const isLowQuality = ({ quality }: Pick<ConnectedChannel, 'quality'>): boolean => quality?.event === 'FLAGGED';

export const reportWords = (event: string): string => ownEntry(texts.numberReports, event) ?? inWords(event);

/** `TIER_10K` becomes "10,000 customers". */
export const limitWords = (limit: string): string => {
  const [, digits, thousands] = /^TIER_(\d+)(K?)$/.exec(limit) ?? [];
  if (digits === undefined) return ownEntry(texts.limits, limit) ?? inWords(limit);
  return texts.customers(Number(digits) * (thousands ? 1_000 : 1));
};

const isCode = (text: string): boolean => /^[A-Z0-9_, ]+$/.test(text);

/** `MASS_REPORTING` becomes "Mass reporting"; a sentence stays as it is. */
const inWords = (text: string): string =>
  isCode(text) ? text.charAt(0) + text.slice(1).replaceAll('_', ' ').toLowerCase() : text;

const ownEntry = <Value>(entries: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;
