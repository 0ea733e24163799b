import { describe, expect, it } from 'vitest';
import { operations } from '../../../functions/dashboard/operations.ts';
import { createRouter } from '../../../functions/dashboard/router.ts';

const find = createRouter([
  { method: 'DELETE', path: '/w/{workspace_id}/members/{user_id}', name: 'remove' },
  { method: 'DELETE', path: '/w/{workspace_id}/members/me', name: 'leave' },
  { method: 'GET', path: '/w/{workspace_id}/members', name: 'list' },
]);

describe('the router', () => {
  it('a fixed segment matches before a parameter, whatever the order of the table', () => {
    expect(find({ httpMethod: 'DELETE', path: '/w/1/members/me' })).toMatchObject({
      route: { name: 'leave' },
      params: { workspace_id: '1' },
    });
    expect(find({ httpMethod: 'DELETE', path: '/w/1/members/2' })).toEqual({
      route: expect.objectContaining({ name: 'remove' }),
      params: { workspace_id: '1', user_id: '2' },
    });
  });

  it.each([
    ['POST', '/w/1/members'],
    ['GET', '/w/1/members/'],
    ['GET', '/w/1'],
    ['GET', '/w/1/members/me'],
    ['GET', '/W/1/members'],
    ['HEAD', '/w/1/members'],
    ['GET', ''],
  ])('%s %s is unknown', (httpMethod, path) => {
    expect(find({ httpMethod, path })).toBeUndefined();
  });

  it('every operation of the table is found by its own method and path', () => {
    const findOperation = createRouter(Object.values(operations));
    for (const operation of Object.values(operations)) {
      const { method, path } = operation;
      const given = path.replaceAll(/\{(\w+)\}/g, '$1-value');
      const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, `${name}-value`]));
      expect(findOperation({ httpMethod: method, path: given })).toEqual({ route: operation, params });
    }
  });
});
