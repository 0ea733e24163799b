import type { HttpRequest, HttpResponse } from '../../../platform/outbound-http.ts';

/** Where and as whom a workspace speaks to the channel. */
export interface MsgappAccount {
  /** Such as https://graph.facebook.com, or the address of the local simulator. */
  baseUrl: string;
  /** Such as v25.0. */
  apiVersion: string;
  phoneNumberId: string;
  accessToken: string;
}

/** Answers to a send have a few hundred bytes, a hundred templates with all their texts a few hundred thousand. */
const bodyBytesMax = 8 * 1024 * 1024;

export const buildRequest = (
  { baseUrl, apiVersion, accessToken }: Pick<MsgappAccount, 'baseUrl' | 'apiVersion' | 'accessToken'>,
  method: HttpRequest['method'],
  path: string,
  body?: object,
): Omit<HttpRequest, 'timeoutMs'> => ({
  method,
  url: new URL(`${baseUrl.replace(/\/+$/, '')}/${apiVersion}/${path}`),
  headers: {
    Authorization: `Bearer ${accessToken}`,
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  bodyBytesMax,
});

/** The answer as JSON, or nothing where it is none. */
export const parseResponse = ({ body }: HttpResponse): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
