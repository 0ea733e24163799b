import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { listPresent, presentIn } from '../../model/inbox/presence.ts';
import { isOpen, nextOpening } from '../../model/routing/office-hours.ts';
import { conversationPage, type Person, type ShownConversation } from '../../model/web-chat/conversation.ts';
import { toPerson } from '../../model/web-chat/person.ts';
import type { Site } from '../../model/web-chat/site.ts';
import type { WebVisit } from '../../model/web-chat/visit.ts';
import type { StoredVisitor, VisitorCaller } from '../../model/web-chat/visitor.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { remember } from '../../platform/remember.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import { queryPresences } from '../../table/inbox/presence.ts';
import { findMediaOf } from '../../table/media/media.ts';
import { queryMembers } from '../../table/members/members.ts';
import { queryMessages, type StoredMessage } from '../../table/messages/messages.ts';
import { findVisitorPointer } from '../../table/web-chat/pointers.ts';
import { findVisits } from '../../table/web-chat/visits.ts';
import { toVersion } from '../conversations/version.ts';
import { findAnswerMinutes } from '../reports/answer-times.ts';
import { toEmail, toEmailChoice } from './email.ts';
import { canRate, toRating } from './rating.ts';
import { countUnread, findReadThrough, showMessages } from './show-messages.ts';
import { findKnownRouting } from './sites.ts';

export interface ShownPage {
  data: ShownConversation;
  next_cursor: string | null;
}

interface Current {
  conversation: StoredConversation | undefined;
  visit: WebVisit | undefined;
  typing: { name: string } | null;
  office: ShownConversation['office'];
}

/**
 * What the page of a visitor repeats every few seconds: 5 read units at most if nothing is new, and 8 more for 30 messages
 * of usual length. Writes nothing.
 */
export const readConversation = async (
  caller: VisitorCaller,
  { before, limit }: { before?: string | undefined; limit?: string | undefined },
): Promise<{ version: string; read: () => Promise<ShownPage> }> => {
  const [current, office] = await Promise.all([findCurrent(caller), findOffice(caller.site)]);
  const { conversation, visit, typing } = current;
  const { site } = caller;
  const version = [
    conversation && toVersion(conversation),
    conversation && (await readNewest(site.workspaceId, conversation.id)),
    visit?.rating,
    typing,
    office?.is_open,
    caller.visitor?.customer,
    caller.visitor?.email,
    site.settings,
    [before, limit],
  ];
  const read = (): Promise<ShownPage> => readPage(caller, { ...current, office }, before, toLimit(limit));
  return { version: sha256Hex(JSON.stringify(version)), read };
};

const newestMax = 5;

/**
 * The row of the conversation tells nothing of an answer that was stored behind a later message, nor of a file that was
 * copied meanwhile.
 */
const readNewest = async (workspaceId: string, conversationId: string): Promise<unknown> => {
  const { items } = await queryMessages(conversationId, { limit: newestMax, after: undefined }, 'strong');
  const withFiles = items.filter(({ media_url }) => media_url !== null).map(({ id }) => id);
  const files = withFiles.length === 0 ? [] : await findMediaOf(workspaceId, withFiles);
  return [
    items.map(({ id, status, deleted_at, content_text }) => [id, status, deleted_at, content_text]),
    files.map(({ status }) => status),
  ];
};

const toLimit = (text = ''): number =>
  Math.min(conversationPage.messagesMax, Math.max(1, Math.trunc(Number(text)) || conversationPage.messagesDefault));

const findCurrent = async ({ site, visitor }: VisitorCaller): Promise<Omit<Current, 'office'>> => {
  const nothing = { conversation: undefined, visit: undefined, typing: null };
  if (!visitor) return nothing;
  const { workspaceId } = site;
  const [pointer, [visit]] = await Promise.all([
    findVisitorPointer(workspaceId, visitor.visitor_id, 'eventual'),
    findVisits(workspaceId, [visitor.visitor_id]),
  ]);
  const { conversationId } = pointer ?? {};
  if (conversationId === undefined) return { ...nothing, visit };
  const [conversation, presences] = await Promise.all([
    findConversation(workspaceId, conversationId),
    queryPresences(workspaceId),
  ]);
  const writing = presentIn(listPresent(presences, '', clock.now()), conversationId).find(
    ({ state }) => state === 'writing',
  );
  return { conversation, visit, typing: writing ? { name: toPerson(writing.name).name } : null };
};

const findOffice = async ({ workspaceId }: Site): Promise<ShownConversation['office']> => {
  const { office_hours: hours } = await findKnownRouting(workspaceId);
  if (!hours) return null;
  const nowMs = clock.now();
  const is_open = isOpen(hours, nowMs);
  const opening = is_open ? undefined : nextOpening(hours, nowMs);
  return { is_open, opens_at: opening === undefined ? null : isoTime(opening), time_zone: hours.time_zone };
};

const readPage = async (
  caller: VisitorCaller,
  { conversation, visit, typing, office }: Current,
  before: string | undefined,
  limit: number,
): Promise<ShownPage> => {
  const { site, visitor } = caller;
  const found = conversation && (await queryMessages(conversation.id, { limit, after: before }, 'strong'));
  const messages = (found?.items ?? []).toReversed();
  const [shown, team, minutes] = await Promise.all([
    conversation ? showMessages(site.workspaceId, conversation, messages, visitor) : [],
    findTeam(site.workspaceId),
    site.settings.shows_answer_time ? findAnswerMinutes(site.workspaceId) : undefined,
  ]);
  const data = {
    visitor: toShownVisitor(visitor),
    status: toStatus(conversation),
    office,
    answer_minutes: minutes ?? null,
    team,
    typing,
    asks_email: asksEmail(site, visitor, office, messages),
    email: (visitor && toEmail(visitor)) ?? null,
    can_rate: canRate(conversation, visit),
    rating: toRating(conversation, visit),
    unread: countUnread(messages),
    read_through_id: conversation ? findReadThrough(conversation, messages) : null,
    messages: shown,
  };
  return { data, next_cursor: found?.next ?? null };
};

const toShownVisitor = (visitor: StoredVisitor | undefined): ShownConversation['visitor'] =>
  visitor
    ? {
        name: visitor.customer?.name ?? null,
        email: toEmail(visitor) ?? null,
        is_verified: visitor.customer !== undefined,
      }
    : null;

const toStatus = (conversation: StoredConversation | undefined): ShownConversation['status'] => {
  if (!conversation) return 'none';
  return conversation.status === 'closed' ? 'closed' : 'open';
};

const asksEmail = (
  { settings }: Site,
  visitor: StoredVisitor | undefined,
  office: ShownConversation['office'],
  messages: readonly StoredMessage[],
): boolean => {
  const choice = toEmailChoice(settings);
  if (choice === 'never' || (visitor && toEmail(visitor) !== undefined)) return false;
  return choice === 'before' || (messages.length > 0 && office?.is_open === false);
};

const teamMax = 3;

/** Those who were there last, by their first names. */
const readTeam = async (workspaceId: string): Promise<Person[]> =>
  (await queryMembers(workspaceId))
    .toSorted((left, right) => ((left.last_seen_at ?? '') < (right.last_seen_at ?? '') ? 1 : -1))
    .slice(0, teamMax)
    .map(({ name }) => toPerson(name));

const findTeam = remember(readTeam, { keptMs: 300_000, valuesMax: 1_000 });
