import { beforeEach, expect, it, vi } from 'vitest';
import { toReturnPath } from '../../../functions/dashboard/sign-in/return-path.ts';

const dashboardUrl = 'https://dashboard.example';

beforeEach(() => {
  vi.stubEnv('DASHBOARD_URL', dashboardUrl);
});

it.each([
  ['/', '/'],
  ['/w/1/settings/api-keys', '/w/1/settings/api-keys'],
  ['/w/1?filter=a%2Fb&x=//evil.example#top', '/w/1?filter=a%2Fb&x=//evil.example#top'],
  ['/w/../you/sessions', '/you/sessions'],
  ['/authors', '/authors'],
  ['/w/ä b', '/w/%C3%A4%20b'],
])('a path of the dashboard stays: %s', (text, path) => expect(toReturnPath(text)).toBe(path));

it.each([
  ['a relative or empty path', [undefined, '', 'w/1', '@evil.example', '.evil.example']],
  ['a relative or empty path', ['?//evil.example', '#//evil.example']],
  ['another host', ['//evil.example', '///evil.example', '////evil.example']],
  ['a whole URL', ['https://evil.example', 'https:evil.example', 'https:/evil.example']],
  ['a whole URL', ['https://dashboard.example@evil.example']],
  ['a whole URL', ['javascript:alert(1)', 'JaVaScRiPt:alert(1)']],
  ['a path that is no page', ['/auth/sign-in', '/auth/callback?code=x', '/api/session']],
  ['a path that is no page', [`/${'x'.repeat(2_000)}`]],
])('%s becomes the start page: %j', (_, texts) => {
  expect(texts.filter((text) => toReturnPath(text) !== '/')).toEqual([]);
});

it('whatever is returned, a browser stays at the dashboard', () => {
  const parts = [...'/\\.@:?#\t\n \0', '..', '%2e', '%2f', '%5c', 'evil.example'];
  const texts = parts.flatMap((a) => parts.flatMap((b) => parts.map((c) => `/${a}${b}${c}evil.example`)));
  const leaves = (path: string) => new URL(path, dashboardUrl).origin !== dashboardUrl || /^\/[/\\]/.test(path);
  expect(texts.filter((text) => leaves(toReturnPath(text)))).toEqual([]);
});
