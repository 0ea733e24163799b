import { describe, expect, it } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { readPage, tableBelow } from './pages.ts';

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
});
