import { randomBytes } from 'node:crypto';
import { ApiError } from '../../model/api-error.ts';
import type { ChatSecret } from '../../model/web-chat/settings.ts';
import { overlapHoursDefault, type SecretRotation } from '../../model/webhooks/webhook.ts';
import { clock, hourMs, isoTime } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findWebChat, replaceChatSecret, type StoredWebChat } from '../../table/web-chat/settings.ts';
import { secretContexts } from '../workspaces/secret-contexts.ts';

/**
 * Creates the secret that signs the identity of customers, or replaces it. The old one is accepted for the overlap. A
 * repeat with the same id returns the secret that the first call stored.
 */
export const createChatSecret = async (
  workspaceId: string,
  id: string,
  { overlap_hours = overlapHoursDefault }: SecretRotation = {},
): Promise<ChatSecret> => {
  const context = secretContexts.chatSecret(workspaceId);
  const replacement = {
    rotation_id: id,
    secret: await encrypt(context, `chatsec_${randomBytes(32).toString('base64url')}`),
    previous_secret_expires_at: overlap_hours > 0 ? isoTime(clock.now() + overlap_hours * hourMs) : undefined,
  };
  const { secret, previous_secret_expires_at } = await retryOnConflict(async () => {
    const current = await findWebChat(workspaceId);
    if (!current) throw new ApiError('conflict', 'Switch the web chat on first: the secret belongs to its site.');
    return replaceChatSecret(workspaceId, replacement, current.secret !== undefined);
  });
  return {
    secret: await decrypt(context, secret ?? ''),
    previous_secret_expires_at: previous_secret_expires_at ?? null,
  };
};

/** The newest first. There are two during the overlap after a replacement, and none before the first. */
export const readChatSecrets = async (workspaceId: string): Promise<string[]> => {
  const webChat = await findWebChat(workspaceId);
  const context = secretContexts.chatSecret(workspaceId);
  return Promise.all((webChat ? listAccepted(webChat) : []).map((encrypted) => decrypt(context, encrypted)));
};

const listAccepted = ({ secret, previous_secret: previous, previous_secret_expires_at: at = '' }: StoredWebChat) => [
  ...(secret === undefined ? [] : [secret]),
  ...(previous !== undefined && at > isoTime(clock.now()) ? [previous] : []),
];
