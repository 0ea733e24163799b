import { expect, it } from 'vitest';
import { isAllowedOrigin } from '../../../../functions/model/web-chat/allowed-sites.ts';

const sites = ['shop.example', '*.acme.example', 'localhost:4300', 'shop.example:8443'];

it.each([
  'https://shop.example',
  'https://www.acme.example',
  'https://a.b.acme.example',
  'http://localhost:4300',
  'https://localhost:4300',
  'https://shop.example:8443',
])('%s is allowed', (origin) => expect(isAllowedOrigin(sites, origin)).toBe(true));

it.each([
  'http://shop.example',
  'https://acme.example',
  'https://evilacme.example',
  'https://shop.example.evil.example',
  'https://shop.example:444',
  'http://localhost:4301',
  'file://shop.example',
  'null',
  '',
])('%s is not allowed', (origin) => expect(isAllowedOrigin(sites, origin)).toBe(false));
