import type { HttpRequest } from '../../../platform/outbound/http.ts';
import { channelUrl } from '../channel-url.ts';

export interface MsgappAccount {
  baseUrl: string;
  apiVersion: string;
  phoneNumberId: string;
  accessToken: string;
}

/** A page of 100 templates has a few hundred kilobytes. */
const bodyBytesMax = 8 * 1024 * 1024;

export const buildRequest = (
  { baseUrl, apiVersion, accessToken }: Pick<MsgappAccount, 'baseUrl' | 'apiVersion' | 'accessToken'>,
  method: HttpRequest['method'],
  path: string,
  body?: object,
): Omit<HttpRequest, 'timeoutMs'> => ({
  method,
  url: new URL(channelUrl(baseUrl, apiVersion, path)),
  headers: {
    Authorization: `Bearer ${accessToken}`,
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  bodyBytesMax,
});
