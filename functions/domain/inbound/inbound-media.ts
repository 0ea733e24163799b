import type { InboundMessage } from '../../model/inbound.ts';
import { findMsgappAccount } from '../channels/accounts.ts';

/**
 * Where the attached file is to be found. The links in msgapp's webhooks are dead after five minutes, but the address
 * of the file's id gives a new one for as long as the channel keeps the file, to whoever has the account's token. Of
 * several files the first is shown, and all are stored.
 */
export const mediaUrlOf = async (workspaceId: string, { channel, media }: InboundMessage): Promise<string | null> => {
  const [file] = media;
  if (!file) return null;
  const account = channel === 'msgapp' && file.id !== null ? await findMsgappAccount(workspaceId) : undefined;
  if (!account || file.id === null) return file.url;
  return `${account.base_url.replace(/\/+$/, '')}/${account.api_version}/${encodeURIComponent(file.id)}`;
};
