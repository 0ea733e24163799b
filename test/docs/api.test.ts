import { describe, expect, it } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { publicStatusByCode } from '../../functions/model/api-error.ts';
import { operatorsByField } from '../../functions/model/segment-filter.ts';
import { codeSpans, readPage, tableBelow } from './pages.ts';

const page = readPage('docs/api.md');

const accessTexts: Record<string, string> = { public: 'none', 'any-key': 'any key' };

describe('the API page', () => {
  it('the endpoint table lists every endpoint with the scope that it requires, and no other', () => {
    const documented = tableBelow(page, '## Endpoints').map(([route, scope]) => `${route} ${scope}`);
    const deployed = endpoints.map(
      ({ method, path, access }) => `\`${method} ${path}\` ${accessTexts[access] ?? `\`${access}\``}`,
    );
    expect(documented.sort()).toEqual(deployed.sort());
  });

  it('the error table lists every error code with its HTTP status, and no other', () => {
    const documented = tableBelow(page, '## Errors').map(([code = '', status]) => [
      code.replaceAll('`', ''),
      Number(status),
    ]);
    expect(Object.fromEntries(documented)).toEqual(publicStatusByCode);
  });

  it('the filter table lists every field with its operators, and no other', () => {
    const documented = tableBelow(page, '## Segments').flatMap(([fields = '', operators = '']) =>
      codeSpans(fields).map((field) => [field, codeSpans(operators)]),
    );
    expect(Object.fromEntries(documented)).toEqual(operatorsByField);
  });
});
