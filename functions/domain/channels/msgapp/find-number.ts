import { sendRequest } from '../../../platform/outbound/http.ts';
import { parseJson } from '../../../platform/parse-json.ts';
import { readPath, readText } from '../untrusted-json.ts';
import { buildRequest, type MsgappAccount } from './account.ts';

const timeoutMs = 5_000;

/** The phone number behind an account's id, as digits. Undefined if the channel does not tell. */
export const findNumberDigits = async (account: MsgappAccount): Promise<string | undefined> => {
  const path = `${account.phoneNumberId}?fields=display_phone_number`;
  const result = await sendRequest({ ...buildRequest(account, 'GET', path), timeoutMs });
  if (result.outcome === 'failed' || result.status !== 200) return undefined;
  return readNumberDigits(parseJson(result.body.toString()));
};

export const readNumberDigits = (answer: unknown): string | undefined =>
  readText(readPath(answer, 'display_phone_number'))?.replace(/\D/g, '') || undefined;
