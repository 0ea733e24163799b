import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { noteCharactersMax } from '../../../../functions/model/conversations/timeline.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import { lengthsMax } from '../../../../functions/model/messages/limits.ts';
import type { MessageLink } from '../../../../functions/model/messages/message.ts';
import type { Team } from '../../../../functions/model/teams/team.ts';
import type { ChosenTemplate, NewItem, Upload } from '../store/outbox.ts';
import { templateKey } from '../words/names.ts';
import type { DraftFields } from './drafts.ts';
import { takesCaption } from './files.ts';

/**
 * One file is one message. The text is the caption of the first that can have one, or a message after them. Only the
 * first has the fallback, or the customer would get the template several times.
 */
export const toNewItems = (
  text: string,
  { quoteId, link }: Pick<DraftFields, 'quoteId' | 'link'>,
  files: readonly Upload[],
  channel: Channel,
  fallback?: ChosenTemplate,
): NewItem[] => {
  const captioned = text === '' ? undefined : files.find(({ type }) => takesCaption(type, channel));
  const words = { text, ...(linkIn(text, link) && { link }) };
  const items = files.map((file): NewItem => {
    const caption = file === captioned ? words : {};
    return {
      kind: 'reply',
      body: { upload_id: file.id, ...caption },
      shown: { text: file === captioned ? text : '', file },
    };
  });
  if (text !== '' && !captioned) items.push({ kind: 'reply', body: words, shown: { text } });
  const [first, ...others] = items;
  if (!first) return items;
  const more = {
    ...(quoteId && { reply_to_message_id: quoteId }),
    ...(fallback && { fallback_template: fallback }),
  };
  return [{ ...first, body: { ...first.body, ...more } }, ...others];
};

/** A link counts as long as its address is in the text. */
export const linkIn = (text: string, link: MessageLink | undefined): MessageLink | undefined =>
  link && text.includes(link.url) ? link : undefined;

/** How much of a text is too long, or below zero how much is left, as the channel counts it. */
export const overLimit = (text: string, kind: NewItem['kind'], files: readonly Upload[], channel: Channel): number => {
  if (kind === 'note') return text.length - noteCharactersMax;
  if (channel === 'social') return new TextEncoder().encode(text).length - lengthsMax.socialBytes;
  const isCaption = files.some(({ type }) => takesCaption(type, channel));
  return text.length - (isCaption ? lengthsMax.caption : lengthsMax.text);
};

/** An unsent message goes back to the draft, in front of what was written since. */
export const toDraft = ({ body, shown }: NewItem, draft: DraftFields): DraftFields => {
  if (body.template) return { template: { key: templateKey(body.template), values: shown.values } };
  return {
    text: [shown.text, draft.text].filter(Boolean).join('\n'),
    quoteId: body.reply_to_message_id ?? draft.quoteId,
    link: body.link ?? draft.link,
    ...(body.fallback_template && {
      fallback: { key: templateKey(body.fallback_template), template: body.fallback_template },
    }),
    uploads: [...(shown.file ? [shown.file] : []), ...(draft.uploads ?? [])],
  };
};

export const teamsIn = (text: string, teams: readonly Team[]): string[] =>
  teams.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);

export const mentionsIn = (text: string, members: readonly Member[]): string[] =>
  members.filter(({ name }) => text.includes(`@${name}`)).map(({ user_id }) => user_id);
