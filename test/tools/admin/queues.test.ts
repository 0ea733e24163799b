import { describe, expect, it } from 'vitest';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { pairWithDeadLetters } from '../../../tools/admin/queues.ts';
import { synthesizeDeployedStacks } from '../../lib/fixture/stacks.ts';
import { findResources } from '../../lib/fixture/template.ts';

const { service } = synthesizeDeployedStacks('staging');
const ids = findResources(service, 'AWS::SQS::Queue').map(({ id }) => id);
const pairs = pairWithDeadLetters(Object.fromEntries(ids.map((id) => [id, id])));

describe('the queues of the template', () => {
  it('the queues of the template are found under the names of their consumers', () => {
    expect(pairs.map(({ name }) => name).sort()).toEqual(
      consumers.map(({ source }) => ('queue' in source ? source.queue : 'discardedChanges')).sort(),
    );
  });

  it('every queue of the template is found, with its dead letters', () => {
    const urls = pairs.flatMap(({ url, deadLettersUrl }) => [url ?? [], deadLettersUrl].flat());
    expect(ids.length).toBeGreaterThan(0);
    expect(urls.sort()).toEqual(ids.sort());
    for (const { name, url } of pairs) expect(url === undefined, name).toBe(name.endsWith('discardedChanges'));
  });
});
