import { randomInt } from 'node:crypto';
import { ApiError } from '../../model/api-error.ts';
import { isAllowedOrigin } from '../../model/web-chat/allowed-sites.ts';
import {
  defaultSettings,
  type WebChat,
  type WebChatChanges,
  type WebChatSettings,
} from '../../model/web-chat/settings.ts';
import type { Site } from '../../model/web-chat/site.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import {
  findSiteWorkspaceId,
  findWebChatWithWorkspace,
  putSeen,
  putWebChat,
  type StoredWebChat,
  updateStoredWebChat,
} from '../../table/web-chat/settings.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { connectMissingWeb } from '../channels/connect.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';

/** Undefined for an unknown site, and while the web chat is off or its channel is not connected. */
export const findSite = async (siteId: string): Promise<Site | undefined> => {
  const workspaceId = siteIdPattern.test(siteId) ? await findSiteWorkspaceId(siteId) : undefined;
  if (workspaceId === undefined) return undefined;
  const { webChat, workspace } = await findWebChatWithWorkspace(workspaceId);
  if (webChat?.site_id !== siteId || !workspace?.web_account || !webChat.is_active) return undefined;
  const { account_id: accountId } = workspace.web_account;
  return { workspaceId, siteId, accountId, settings: toSettings(webChat), seen: webChat.seen };
};

const siteIdPattern = /^site_[\da-z]{20}$/;

const digits = '0123456789abcdefghijklmnopqrstuvwxyz';

const newSiteId = (): string => `site_${Array.from({ length: 20 }, () => digits[randomInt(digits.length)]).join('')}`;

const seenEveryMs = 5 * 60_000;

/** Remembers the last website that had the script. Other origins than the allowed ones leave no trace. */
export const noteSeen = async ({ workspaceId, settings, seen }: Site, origin: string): Promise<void> => {
  const before = isoTime(clock.now() - seenEveryMs);
  if ((seen && seen.at >= before) || !isAllowedOrigin(settings.allowed_sites, origin)) return;
  await putSeen(workspaceId, { origin, at: isoTime(clock.now()) }, before);
};

export const getWebChat = async (workspaceId: string): Promise<WebChat> => {
  const { webChat, workspace } = await findWebChatWithWorkspace(workspaceId);
  return toWebChat(webChat, workspace ?? (await getStoredWorkspace(workspaceId)));
};

/** The first change creates the site. Switching on connects the channel first, so an active chat can take messages. */
export const updateWebChat = async (workspaceId: string, changes: WebChatChanges): Promise<WebChat> => {
  if (changes.is_active && env.chatUrl() === undefined) throw new ApiError('conflict', noChatMessage);
  if (changes.is_active) await connectMissingWeb(workspaceId);
  const workspace = await getStoredWorkspace(workspaceId);
  const stored = await retryOnConflict(async () => {
    const updated = await updateStoredWebChat(workspaceId, changes);
    if (updated) return updated;
    const created = { ...withChanges(defaultSettings(workspace.name), changes), site_id: newSiteId() };
    return (await putWebChat(workspaceId, created)) ? created : 'conflict';
  });
  return toWebChat(stored, workspace);
};

const noChatMessage = 'This environment has no web chat. The operator adds it with the setting "webChat".';

const withChanges = (settings: WebChatSettings, changes: WebChatChanges): WebChatSettings => ({
  is_active: changes.is_active ?? settings.is_active,
  name: changes.name ?? settings.name,
  color: changes.color ?? settings.color,
  position: changes.position ?? settings.position,
  greeting: changes.greeting ?? settings.greeting,
  introduction: changes.introduction ?? settings.introduction,
  questions: changes.questions ?? settings.questions,
  allowed_sites: changes.allowed_sites ?? settings.allowed_sites,
  shows_answer_time: changes.shows_answer_time ?? settings.shows_answer_time,
  asks_email: changes.asks_email ?? settings.asks_email,
  sends_page: changes.sends_page ?? settings.sends_page,
});

/** Lists its fields one by one so no secret slips through. */
const toSettings = (settings: WebChatSettings): WebChatSettings => withChanges(settings, {});

const toWebChat = (stored: StoredWebChat | undefined, workspace: StoredWorkspace): WebChat => {
  const settings = stored ? toSettings(stored) : defaultSettings(workspace.name);
  return {
    ...settings,
    // Without the channel it takes no messages. It goes on when the channel is connected again.
    is_active: settings.is_active && workspace.web_account !== undefined,
    site_id: stored?.site_id ?? null,
    chat_url: env.chatUrl() ?? null,
    seen: stored?.seen ?? null,
    has_secret: stored?.secret !== undefined,
    previous_secret_expires_at: stored ? readOverlapEnd(stored) : null,
  };
};

const readOverlapEnd = ({ previous_secret_expires_at: at }: StoredWebChat): string | null =>
  at !== undefined && at > isoTime(clock.now()) ? at : null;
