import type { MessageEntry } from '../../model/conversations/timeline.ts';
import type { StoredMedia } from '../../model/media/media.ts';
import { placeholderPattern } from '../../model/templates/contents.ts';
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
  /** Of members and broadcasts, by their ids. */
  names: ReadonlyMap<string, string>;
  /** By the ids of the messages. */
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

const noFile = { url: null, content_type: null, filename: null, size_bytes: null };

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
  const { content_type, size_bytes } = media;
  const url = await signShownUrl(toObjectKey(workspaceId, media.message_id));
  return { state: 'ready', url, content_type, size_bytes, filename: media.filename };
};

const findShownTemplates = async (
  workspaceId: string,
  messages: readonly StoredMessage[],
): Promise<EntryContext['templates']> => {
  const sent = messages.flatMap(({ id, template_name: name, template_language: language = '', content_text: body }) =>
    name === null ? [] : [{ id, name, language, body }],
  );
  const stored = new Map(
    (await findTemplates(workspaceId, sent)).map((template) => [toTemplateId(template), template]),
  );
  return new Map(sent.map(({ id, ...template }) => [id, showTemplate(template, stored.get(toTemplateId(template)))]));
};

/** A message stores only its rendered text. The other parts show if they have no placeholders. */
const showTemplate = (
  sent: { name: string; language: string; body: string | null },
  stored: StoredTemplate | undefined,
): NonNullable<MessageEntry['template']> => {
  const { header, footer, buttons } = readTemplateContents(stored && parseJson(stored.row));
  const headerText = header?.kind === 'text' && header.text.search(placeholderPattern) < 0 ? header.text : null;
  return { ...sent, header: headerText, footer, buttons: buttons.map(({ text }) => text) };
};
