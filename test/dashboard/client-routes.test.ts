import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { methodOf, urlOf } from '../../dashboard/api/routes.ts';

/** A build fills in the routes of the contracts; bundle.test.ts looks for them. */
beforeAll(() => {
  vi.stubGlobal('operationRoutes', {
    revokeApiKey: 'DELETE /w/{workspace_id}/api-keys/{id}',
    listAuditEntries: 'GET /w/{workspace_id}/audit-log',
  });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

describe("the dashboard's client", () => {
  test('puts each parameter into the path so that it cannot change the path', () => {
    expect(urlOf('revokeApiKey', { workspace_id: 'w1', id: '../k?x#y' })).toBe('/api/w/w1/api-keys/..%2Fk%3Fx%23y');
  });

  test('sends the values of a read in the query and leaves out what is undefined or empty', () => {
    const filter = { actor: undefined, action: 'member.left', cursor: '' };
    expect(urlOf('listAuditEntries', { workspace_id: 'w1' }, filter)).toBe('/api/w/w1/audit-log?action=member.left');
  });

  test('refuses to call a path with a missing parameter', () => {
    expect(() => urlOf('revokeApiKey', { workspace_id: 'w1' })).toThrow('The path parameter "id" is missing.');
  });

  test('reads the method from the route', () => {
    expect(methodOf('revokeApiKey')).toBe('DELETE');
  });
});
