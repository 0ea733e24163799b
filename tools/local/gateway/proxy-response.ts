import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import type { HttpResponse } from '../http-server.ts';

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** API Gateway rejects results with other fields or a non-string body. */
const resultSchema = z.strictObject({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), headerValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

const remappedHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'host',
  'server',
  'transfer-encoding',
  'www-authenticate',
]);

/** Returns `undefined` for a malformed proxy response. A REST API without binary media types decodes no body. */
export const toHttpResponse = (payload: string, decodesBase64: boolean): HttpResponse | undefined => {
  const parsed = resultSchema.safeParse(JSON.parse(payload));
  if (!parsed.success) return undefined;
  const { statusCode, body, isBase64Encoded } = parsed.data;
  const headers = mergeHeaders(parsed.data.headers ?? {}, parsed.data.multiValueHeaders ?? {});
  if (!areValidHeaders(headers)) return undefined;
  const isDecoded = decodesBase64 && isBase64Encoded === true;
  return { statusCode, headers, body: Buffer.from(body ?? '', isDecoded ? 'base64' : 'utf8') };
};

const areValidHeaders = (headers: Record<string, string[]>): boolean => {
  try {
    for (const [name, values] of Object.entries(headers)) {
      validateHeaderName(name);
      for (const value of values) validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
};

const mergeHeaders = (single: Record<string, string>, multiple: Record<string, string[]>): Record<string, string[]> => {
  const merged: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(multiple)) merged[remapHeaderName(name)] = values;
  for (const [name, value] of Object.entries(single)) {
    const key =
      Object.keys(merged).find((existingName) => existingName.toLowerCase() === name.toLowerCase()) ??
      remapHeaderName(name);
    const values = merged[key] ?? [];
    merged[key] = values.includes(value) ? values : [...values, value];
  }
  const hasType = Object.keys(merged).some((name) => name.toLowerCase() === 'content-type');
  return hasType ? merged : { ...merged, 'Content-Type': ['application/json'] };
};

const remapHeaderName = (name: string): string =>
  remappedHeaders.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name;
