import { expect, it } from 'vitest';
import { defaultKeywords } from '../../functions/model/contacts/consent-keywords.ts';
import { codeSpans, readPage, tableBelow } from './pages.ts';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

it('the broadcasts page lists the default keywords of every language, and no other', () => {
  const documented = tableBelow(readPage('docs/broadcasts.md'), '## Opting out').map(
    ([language = '', optOut = '', optIn = '']) => [language, { opt_out: codeSpans(optOut), opt_in: codeSpans(optIn) }],
  );
  const known = Object.entries(defaultKeywords).map(([code, words]) => [languageNames.of(code), words]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(known));
});
