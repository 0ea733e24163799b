import { describe, expect, it, vi } from 'vitest';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { signObjectUrl } from '../../../functions/platform/signed-url.ts';
import { signUpload, type UploadForm } from '../../../functions/platform/upload-form.ts';

/** What the local bucket refuses is what S3 refuses, so the other tests of files say something about S3. */
const sign = (key: string) =>
  signUpload({ key, contentType: 'image/png', bytesMax: 10, metadata: { name: 'a.png' } }, 'bucket');

const upload = async (
  { url, fields }: UploadForm,
  changes: Record<string, string> = {},
  content = 'tiny',
): Promise<[status: number, code: string | undefined]> => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value);
  form.append('file', new Blob([content]));
  return readAnswer(await fetch(url, { method: 'POST', body: form }));
};

const readAnswer = async (response: Response): Promise<[status: number, code: string | undefined]> => [
  response.status,
  /<Error><Code>(\w+)<\/Code>/.exec(await response.text())?.[1],
];

const newKey = (): string => `uploads/${newId()}/${newId()}`;

const inThePast = async <Result>(make: () => Promise<Result>): Promise<Result> => {
  const now = vi.spyOn(clock, 'now').mockReturnValue(Date.now() - 16 * 60_000);
  const made = await make();
  now.mockRestore();
  return made;
};

describe('the form for an upload', () => {
  it('takes the file that it was signed for', async () => {
    const key = newKey();
    expect(await upload(await sign(key))).toEqual([204, undefined]);
    expect(await (await fetch(await signObjectUrl(key, 60))).text()).toBe('tiny');
  });

  const otherPolicy = Buffer.from('{"expiration":"2099-01-01T00:00:00.000Z","conditions":[]}').toString('base64');

  it.each<[string, Record<string, string>, string]>([
    ['another key', { key: 'uploads/other' }, 'AccessDenied'],
    ['another type', { 'Content-Type': 'text/html' }, 'AccessDenied'],
    ['another name', { 'x-amz-meta-name': 'b.html' }, 'AccessDenied'],
    ['one more field', { 'Content-Disposition': 'inline' }, 'AccessDenied'],
    ['another signature', { 'x-amz-signature': '0'.repeat(64) }, 'SignatureDoesNotMatch'],
    ['another policy', { policy: otherPolicy }, 'SignatureDoesNotMatch'],
  ])('%s is refused', async (_, changes, code) => {
    expect(await upload(await sign(newKey()), changes)).toEqual([403, code]);
  });

  it('a file that is too large or empty is refused', async () => {
    expect(await upload(await sign(newKey()), {}, 'eleven byte')).toEqual([400, 'EntityTooLarge']);
    expect(await upload(await sign(newKey()), {}, '')).toEqual([400, 'EntityTooSmall']);
  });

  it('a form is refused after its end or in another bucket', async () => {
    expect(await upload(await inThePast(() => sign(newKey())))).toEqual([403, 'AccessDenied']);
    const form = await sign(newKey());
    expect(await upload({ ...form, url: new URL('/another/', form.url).href })).toEqual([403, 'AccessDenied']);
  });
});

describe('the link to a file', () => {
  const answer = async (url: string | URL, method = 'GET') => readAnswer(await fetch(url, { method }));

  it('a link leads to its file alone, until it ends', async () => {
    const form = await sign(newKey());
    await upload(form);
    const url = new URL(await signObjectUrl(form.fields['key'] ?? '', 60));
    expect(await answer(url)).toEqual([200, undefined]);
    expect(await answer(url, 'DELETE')).toEqual([403, 'AccessDenied']);
    const other = new URL(`${url.pathname}x${url.search}`, url);
    expect(await answer(other)).toEqual([403, 'SignatureDoesNotMatch']);
    url.searchParams.set('X-Amz-Expires', '600');
    expect(await answer(url)).toEqual([403, 'SignatureDoesNotMatch']);
    vi.useFakeTimers({ now: Date.now() - 120_000, toFake: ['Date'] });
    const old = await signObjectUrl(form.fields['key'] ?? '', 60);
    vi.useRealTimers();
    expect(await answer(old)).toEqual([403, 'AccessDenied']);
  });

  it('nothing is read, listed or written without a signature', async () => {
    const form = await sign(newKey());
    await upload(form);
    for (const path of ['', form.fields['key'] ?? '', '?list-type=2'])
      expect(await answer(new URL(path, form.url))).toEqual([403, 'AccessDenied']);
    expect(await answer(new URL('/', form.url))).toEqual([403, 'AccessDenied']);
    expect(await answer(new URL('new', form.url), 'PUT')).toEqual([403, 'AccessDenied']);
  });
});
