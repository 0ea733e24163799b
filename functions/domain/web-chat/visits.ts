import { truncate } from '../../model/characters.ts';
import type { NewContext, VisitedPage } from '../../model/web-chat/conversation.ts';
import type { Site } from '../../model/web-chat/site.ts';
import type { WebVisit } from '../../model/web-chat/visit.ts';
import type { KnownVisitor } from '../../model/web-chat/visitor.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { findVisitorPointer } from '../../table/web-chat/pointers.ts';
import { updateVisitor } from '../../table/web-chat/visitors.ts';
import { findVisits, putVisit } from '../../table/web-chat/visits.ts';
import { publishHints } from '../hints/publish.ts';
import { hashCountedAddress } from '../members/addresses.ts';

const pageLengthsMax = { title: 200, url: 2_048 };

/** Without query and fragment, which may hold what is nobody's business. Null if the settings leave the page out. */
export const toShownPage = ({ settings }: Site, page: VisitedPage | undefined): WebVisit['page'] => {
  const url = settings.sends_page && page ? URL.parse(page.url) : null;
  if (!page || !url || !/^https?:$/.test(url.protocol)) return null;
  return {
    title: truncate(page.title.trim(), pageLengthsMax.title),
    url: `${url.origin}${url.pathname}`.slice(0, pageLengthsMax.url),
  };
};

/** What agents see beside the conversation. It lives as long as the visitor's token. */
export const noteVisit = async (
  { site, sha256, visitor }: KnownVisitor,
  { page, ...changes }: Partial<WebVisit>,
): Promise<void> =>
  putVisit(
    site.workspaceId,
    visitor.visitor_id,
    {
      state: 'here',
      ...changes,
      ...(page && { page }),
      ...(changes.email && { email_hash: await hashCountedAddress(changes.email) }),
      is_verified: visitor.customer !== undefined,
      seen_at: isoTime(clock.now()),
    },
    visitor.expires,
    `${site.siteId}#${sha256}`,
  );

export const noteContext = async (
  caller: KnownVisitor,
  { page, fields }: NewContext,
): Promise<{ fields: Record<string, string> }> => {
  await noteVisit(caller, { page: toShownPage(caller.site, page), fields });
  return { fields };
};

/** What they type about themselves is theirs to say: it changes no contact. */
export const noteEmail = async (caller: KnownVisitor, email: string): Promise<{ email: string }> => {
  const { site, sha256, visitor } = caller;
  if (visitor.email !== email) await updateVisitor({ siteId: site.siteId, sha256 }, { email });
  await noteVisit(caller, { email: visitor.customer?.email ?? email });
  return { email };
};

type VisitorState = 'here' | 'writing' | 'left';

const noteEveryMs = 60_000;

/** Members see where the visitor is, and never what they are writing. */
export const notePresence = async (
  caller: KnownVisitor,
  { state }: { state: VisitorState },
): Promise<{ state: VisitorState }> => {
  const { site, visitor } = caller;
  const { workspaceId } = site;
  const [pointer, [visit]] = await Promise.all([
    findVisitorPointer(workspaceId, visitor.visitor_id, 'eventual'),
    findVisits(workspaceId, [visitor.visitor_id]),
  ]);
  const stored = state === 'left' ? 'left' : 'here';
  const isRecent = visit && clock.now() - Date.parse(visit.seen_at) < noteEveryMs;
  if (!isRecent || visit.state !== stored) await noteVisit(caller, { state: stored });
  if (pointer?.conversationId !== undefined)
    await publishHints([{ workspaceId, hint: { kind: 'visitor', id: pointer.conversationId, state } }]);
  return { state };
};
