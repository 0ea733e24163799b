import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { plainName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { playTime } from './ages.ts';

const texts = inboxTexts.preview;

type Words = Pick<NonNullable<InboxConversation['last_message']>, 'content_type' | 'content_text' | 'deleted_at'> & {
  filename?: string | null;
  duration_seconds?: number | null;
  file?: { filename: string | null; duration_seconds?: number | null } | null;
};

/** A message in one line: its text, or a word for its kind. */
export const messageWords = ({ content_type: kind, content_text: text, deleted_at: deletedAt, ...named }: Words) => {
  if (deletedAt !== null) return texts.deleted;
  const line = text?.replaceAll(/\s+/g, ' ').trim();
  if (kind === 'reaction') return texts.reacted(line ?? '');
  const filename = named.filename ?? named.file?.filename;
  if (kind === 'document' && filename) return plainName(filename);
  const seconds = named.duration_seconds ?? named.file?.duration_seconds ?? null;
  if (kind === 'audio' && seconds !== null) return `${texts.kinds.audio} ${playTime(seconds)}`;
  return line ? [texts.captions[kind], line].filter(Boolean).join(' ') : texts.kinds[kind];
};

const units = ['B', 'KB', 'MB', 'GB'];

/** 240 KB */
export const fileSize = (bytes: number): string => {
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)));
  const value = bytes / 1_000 ** step;
  return `${value >= 10 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
};
