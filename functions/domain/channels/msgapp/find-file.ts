import { sendRequest } from '../../../platform/outbound/http.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import { readPath, readText } from '../untrusted-json.ts';
import { buildRequest, type MsgappAccount } from './account.ts';
import { type ChannelRefusal, findRefusal, refusalFromStatus } from './refusal.ts';
import type { UnreachableChannel } from './send.ts';

export type FileOutcome =
  | { outcome: 'found'; url: string; mimeType: string | null }
  | ChannelRefusal
  | UnreachableChannel;

/** A link to a customer's file, which is valid for five minutes and needs the account's token as well. */
export const findFile = async (account: MsgappAccount, mediaId: string, timeoutMs: number): Promise<FileOutcome> => {
  const result = await sendRequest({ ...buildRequest(account, 'GET', encodeURIComponent(mediaId)), timeoutMs });
  if (result.outcome === 'failed') return { outcome: 'unreachable', reason: `${result.reason}: ${result.code}` };
  const json = parseJson(result.body.toString());
  const url = readText(readPath(json, 'url'));
  if (result.status === 200 && url !== null)
    return { outcome: 'found', url, mimeType: readText(readPath(json, 'mime_type')) };
  return findRefusal(result, json, account.accessToken) ?? refusalFromStatus(result);
};
