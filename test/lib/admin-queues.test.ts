import { describe, expect, it } from 'vitest';
import { consumers } from '../../functions/consumers/consumers.ts';
import { pairWithDeadLetters } from '../../tools/admin/queues.ts';
import { readAssemblyFile } from './fixture/stacks.ts';

const { Resources } = JSON.parse(readAssemblyFile('staging', 'Switchboard-staging-service.template.json'));
const ids = Object.keys(Resources).filter((id) => Resources[id].Type === 'AWS::SQS::Queue');
const pairs = pairWithDeadLetters(Object.fromEntries(ids.map((id) => [id, id])));

describe('queues of the admin tool', () => {
  it('the queues of the template are found under the names of their consumers', () => {
    expect(pairs.map(({ name }) => name).sort()).toEqual(
      consumers.map(({ source }) => ('queue' in source ? source.queue : 'discardedChanges')).sort(),
    );
  });

  it('every queue of the template is found, with its dead letters', () => {
    const urls = pairs.flatMap(({ url, deadLettersUrl }) => [url ?? [], deadLettersUrl].flat());
    expect(ids).not.toEqual([]);
    expect(urls.sort()).toEqual(ids.sort());
    for (const { name, url } of pairs) expect(url === undefined, name).toBe(name === 'discardedChanges');
  });
});
