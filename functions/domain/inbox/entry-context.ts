import { truncate } from '../../model/characters.ts';
import type { MessageEntry } from '../../model/conversations/timeline.ts';
import type { StoredMedia } from '../../model/media/media.ts';
import type { TemplateValues } from '../../model/messages/message.ts';
import {
  placeholderPattern,
  type RenderedParts,
  renderTemplate,
  type TextPart,
} from '../../model/templates/contents.ts';
import { clock } from '../../platform/clock.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { signShownUrl } from '../../platform/signed-url.ts';
import { findBroadcastsById } from '../../table/broadcasts/broadcasts.ts';
import { findMediaOf } from '../../table/media/media.ts';
import { findMemberNames } from '../../table/members/members.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { findTemplates, type StoredTemplate, toTemplateId } from '../../table/templates/templates.ts';
import { readTemplateContents } from '../channels/msgapp/template-contents.ts';
import { toObjectKey } from '../media/object-key.ts';

/** Everything that the messages of a timeline refer to. */
export interface EntryContext {
  /** The names of members and broadcasts, by their ids. */
  names: ReadonlyMap<string, string>;
  /** The files by the ids of their messages. */
  files: ReadonlyMap<string, NonNullable<MessageEntry['file']>>;
  templates: ReadonlyMap<string, NonNullable<MessageEntry['template']>>;
}

export const loadEntryContext = async (
  workspaceId: string,
  messages: readonly StoredMessage[],
): Promise<EntryContext> => {
  const memberIds = messages.flatMap(({ sent_by_member_id: id }) => id ?? []);
  const broadcastIds = [...new Set(messages.flatMap(({ broadcast }) => broadcast?.broadcast_id ?? []))];
  const [members, broadcasts, files, templates] = await Promise.all([
    findMemberNames(workspaceId, memberIds),
    findBroadcastsById(workspaceId, broadcastIds),
    findFiles(workspaceId, messages),
    findShownTemplates(workspaceId, messages),
  ]);
  const broadcastNames = broadcasts.map(({ id, name }) => [id, name] as const);
  return { names: new Map([...members, ...broadcastNames]), files, templates };
};

const findFiles = async (workspaceId: string, messages: readonly StoredMessage[]): Promise<EntryContext['files']> => {
  const ids = messages.filter(({ media = [] }) => media.length > 0).map(({ id }) => id);
  const stored = new Map((await findMediaOf(workspaceId, ids)).map((media) => [media.message_id, media]));
  return new Map(await Promise.all(ids.map(async (id) => [id, await showFile(workspaceId, stored.get(id))] as const)));
};

const noFile = { url: null, content_type: null, filename: null, size_bytes: null, duration_seconds: null };

/** The item of a file expires with the file. */
const showFile = async (
  workspaceId: string,
  media: StoredMedia | undefined,
): Promise<NonNullable<MessageEntry['file']>> => {
  const filename = media?.source.filename ?? null;
  if (!media || (media.expires ?? Number.POSITIVE_INFINITY) * 1_000 <= clock.now())
    return { ...noFile, filename, state: 'expired' };
  if (media.status === 'pending') return { ...noFile, filename, state: 'pending' };
  if (media.status === 'failed') return { ...noFile, filename, state: media.failure };
  const { content_type, size_bytes, duration_seconds = null } = media;
  const url = await signShownUrl(toObjectKey(workspaceId, media.message_id));
  return { state: 'ready', url, content_type, size_bytes, duration_seconds, filename: media.filename };
};

const findShownTemplates = async (
  workspaceId: string,
  messages: readonly StoredMessage[],
): Promise<EntryContext['templates']> => {
  const sent = messages.flatMap(({ id, template_name: name, template_language: language = '', ...message }) =>
    name === null ? [] : [{ id, name, language, body: message.content_text, values: message.template_values }],
  );
  const stored = new Map(
    (await findTemplates(workspaceId, sent)).map((template) => [toTemplateId(template), template]),
  );
  return new Map(sent.map(({ id, ...template }) => [id, showTemplate(template, stored.get(toTemplateId(template)))]));
};

interface SentTemplate {
  name: string;
  language: string;
  body: string | null;
  values: TemplateValues | undefined;
}

/** A message stores its text and the other values. The rest comes from the template, as it is now. */
const showTemplate = (
  { values = {}, ...sent }: SentTemplate,
  stored: StoredTemplate | undefined,
): NonNullable<MessageEntry['template']> => {
  const { cards, ...parts } = renderTemplate(readTemplateContents(stored && parseJson(stored.row)), values);
  return {
    ...showParts(parts, values),
    ...sent,
    cards: cards.map((card, index) => showParts(card, values.cards?.[index] ?? {})),
  };
};

const showParts = ({ header, body, footer, buttons }: RenderedParts, values: TemplateValues) => ({
  header: header?.kind === 'text' ? joinFilled(header.text) : null,
  media: header && header.kind !== 'text' ? showMedia(header.kind, values) : null,
  body: body && joinFilled(body),
  footer,
  buttons: buttons.map(({ text }) => text),
  targets: buttons.map(({ kind, target }, index) =>
    kind === 'copy_code' ? (values.buttonParams?.[index] ?? null) : target && joinFilled(target),
  ),
});

/** A placeholder may repeat, so short values alone would not bound the text. */
const partCharactersMax = 2_048;

/** Null if a value is missing, because a placeholder was added to the template since. */
const joinFilled = (parts: readonly TextPart[]): string | null => {
  const isMissing = parts.some(
    ({ text, placeholder }) => placeholder !== null && text.search(placeholderPattern) === 0,
  );
  return isMissing ? null : truncate(parts.map(({ text }) => text).join(''), partCharactersMax);
};

const showMedia = (
  kind: Exclude<NonNullable<RenderedParts['header']>['kind'], 'text'>,
  { headerMediaUrl: url, headerFilename: filename, headerLocation: place }: TemplateValues,
) => ({
  kind,
  url: url && /^https?:\/\//i.test(url) ? url : null,
  name: filename ?? ([place?.name, place?.address].filter(Boolean).join(', ') || null),
});
