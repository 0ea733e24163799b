import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Fauxqs } from './fauxqs.ts';

/** The secret access key of every local function. */
const secretAccessKey = 'local';

interface Refusal {
  status: 400 | 403;
  code: 'AccessDenied' | 'EntityTooLarge' | 'EntityTooSmall' | 'SignatureDoesNotMatch';
  message: string;
}

interface BucketRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

/**
 * Adds what fauxqs lacks: as S3 does, it takes a link or a form only as it was signed, and nothing without a signature.
 * Calls of the SDK, which sign a header, are let through: DynamoDB alone has a guard of rights.
 */
export const guardBuckets = (app: Fauxqs['app']): void =>
  void app.addHook('preHandler', async ({ method, url, headers, body }, reply) => {
    if (headers.authorization !== undefined) return undefined;
    const refusal = await findRefusal({ method, url, headers, body });
    if (refusal === undefined) return undefined;
    const { status, code, message } = refusal;
    return reply
      .code(status)
      .type('application/xml')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
  });

const deny = (message = 'Access Denied'): Refusal => ({ status: 403, code: 'AccessDenied', message });

const wrongSignature: Refusal = {
  status: 403,
  code: 'SignatureDoesNotMatch',
  message: 'The request signature we calculated does not match the signature you provided.',
};

const findRefusal = (request: BucketRequest): Refusal | undefined | Promise<Refusal | undefined> => {
  const contentType = String(request.headers['content-type'] ?? '');
  if (request.method === 'POST' && contentType.startsWith('multipart/form-data'))
    return checkForm(request, contentType);
  return ['GET', 'HEAD'].includes(request.method) ? checkLink(request) : deny();
};

/** Signature Version 4 in the query, as of a link that the SDK signs. */
const checkLink = ({ method, url, headers }: BucketRequest): Refusal | undefined => {
  const [path = '', search = ''] = url.split('?');
  const query = new Map(new URLSearchParams(search));
  const signature = query.get('X-Amz-Signature');
  const date = query.get('X-Amz-Date') ?? '';
  if (signature === undefined) return deny();
  query.delete('X-Amz-Signature');
  const signedHeaders = query.get('X-Amz-SignedHeaders') ?? '';
  const canonical = [
    method,
    path,
    [...query]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = toScope(query.get('X-Amz-Credential'));
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash].join('\n');
  if (!isSignature(signature, scope, text)) return wrongSignature;
  const endsMs = toMs(date) + Number(query.get('X-Amz-Expires')) * 1_000;
  return endsMs > Date.now() ? undefined : deny('Request has expired');
};

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const policySchema = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([z.tuple([z.literal('content-length-range'), z.number(), z.number()]), z.record(z.string(), z.string())]),
  ),
});

/** A POST policy. Of its conditions, those that our own forms use are known. */
const checkForm = async ({ url, body }: BucketRequest, contentType: string): Promise<Refusal | undefined> => {
  const form = await readForm(body, contentType);
  const file = form?.get('file');
  if (!form || !(file instanceof Blob)) return deny();
  const fields = new Map(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  );
  const policyText = fields.get('policy') ?? '';
  if (!isSignature(fields.get('x-amz-signature') ?? '', toScope(fields.get('x-amz-credential')), policyText))
    return policyText === '' ? deny() : wrongSignature;
  const policy = policySchema.parse(JSON.parse(Buffer.from(policyText, 'base64').toString()));
  if (Date.parse(policy.expiration) <= Date.now()) return deny('Invalid according to Policy: Policy expired.');
  const given = new Map([...fields, ['bucket', url.split(/[/?]/)[1] ?? '']]);
  return checkFields(policy, given) ?? checkSize(policy, file.size);
};

const readForm = (body: unknown, contentType: string): Promise<FormData | undefined> =>
  Buffer.isBuffer(body)
    ? new Response(Uint8Array.from(body), { headers: { 'Content-Type': contentType } })
        .formData()
        .catch(() => undefined)
    : Promise.resolve(undefined);

type Policy = z.infer<typeof policySchema>;

const uncovered = ['policy', 'x-amz-signature'];

const checkFields = ({ conditions }: Policy, given: ReadonlyMap<string, string>): Refusal | undefined => {
  const expected = new Map(
    conditions
      .flatMap((condition) => (Array.isArray(condition) ? [] : Object.entries(condition)))
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
  const failed = [...expected].find(([name, value]) => given.get(name) !== value);
  if (failed) return deny(`Invalid according to Policy: Policy Condition failed: [eq, $${failed[0]}]`);
  const extra = [...given.keys()].find((name) => !expected.has(name) && !uncovered.includes(name));
  return extra === undefined ? undefined : deny(`Invalid according to Policy: Extra input fields: ${extra}`);
};

const checkSize = ({ conditions }: Policy, size: number): Refusal | undefined => {
  const [, least, most] = conditions.find((condition) => Array.isArray(condition)) ?? [
    undefined,
    0,
    Number.POSITIVE_INFINITY,
  ];
  if (size < least) return { status: 400, code: 'EntityTooSmall', message: 'The file is too small.' };
  return size > most ? { status: 400, code: 'EntityTooLarge', message: 'The file is too large.' } : undefined;
};

/** The credential is the id of the access key and the scope: date, region, service and end. */
const toScope = (credential = ''): string[] => credential.split('/').slice(1);

const isSignature = (signature: string, scope: readonly string[], text: string): boolean => {
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const expected = hmac(key, text);
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const hmac = (secret: string | Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** `20261118T095500Z` */
const toMs = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
