import type { Member } from '../../../../functions/model/members/member.ts';
import type { NewItem } from './outbox.ts';

/** One file is one message; the text is the caption of the first. */
export const toItems = (
  text: string,
  quoteId: string | undefined,
  files: readonly { uploadId: string; filename: string }[],
): NewItem[] => {
  const quote = quoteId ? { reply_to_message_id: quoteId } : {};
  if (files.length === 0) return [{ kind: 'reply', body: { text, ...quote }, shown: { text } }];
  return files.map(({ uploadId, filename }, index) => {
    const caption = index === 0 && text ? { text } : {};
    const body = { upload_id: uploadId, ...caption, ...(index === 0 ? quote : {}) };
    return { kind: 'reply', body, shown: { text: caption.text ?? '', filename } };
  });
};

export const mentionsIn = (text: string, members: readonly Member[]): string[] =>
  members.filter(({ name }) => text.includes(`@${name}`)).map(({ user_id }) => user_id);
