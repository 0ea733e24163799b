import { describe, expect, it } from 'vitest';
import { codesByRetryAdvice, type RetryAdvice } from '../../functions/domain/channels/msgapp/refusal.ts';
import { publicStatusByCode } from '../../functions/model/api-error.ts';
import { codeSpans, readPage, tableBelow } from './pages.ts';

const page = readPage('docs/errors.md');

const headings: Record<RetryAdvice, string> = {
  in_seconds: '### In seconds',
  in_minutes: '### In minutes',
  in_hours: '### In hours',
  after_fix: '### After a fix',
  never: '### Never',
};

const documentedCodes = (heading: string): number[] =>
  tableBelow(page, heading)
    .flatMap(([codes = '']) => codeSpans(codes).map(Number))
    .sort((a, b) => a - b);

describe('the errors page', () => {
  it('the error table lists every error code with its HTTP status, and no other', () => {
    const documented = tableBelow(page, '## Codes').map(([code = '', status]) => [
      code.replaceAll('`', ''),
      Number(status),
    ]);
    expect(Object.fromEntries(documented)).toEqual(publicStatusByCode);
  });

  it('the error table says for every code what it means, what to do and whether to retry', () => {
    const gaps = tableBelow(page, '## Codes').filter((row) => row.length !== 5 || row.some((cell) => cell === ''));
    expect(gaps).toEqual([]);
  });

  it.each(Object.entries(headings))(
    'the channel codes that may succeed %s are all below "%s", and no others',
    (advice, heading) => {
      const known = codesByRetryAdvice[advice as RetryAdvice].toSorted((a, b) => a - b);
      expect(documentedCodes(heading)).toEqual(known);
    },
  );
});
