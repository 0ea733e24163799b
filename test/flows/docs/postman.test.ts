import { readFileSync } from 'node:fs';
import vm from 'node:vm';

import { expect, it } from 'vitest';
import { buildCollection } from '../../../tools/reference/postman.ts';
import { call } from '../../support/client.ts';
import { makeMember } from '../../support/dashboard/members.ts';
import { publicAddress, publishName } from '../../support/network/internet.ts';
import { startDemo } from '../../support/snippets.ts';

interface Item {
  name: string;
  item?: Item[];
  event?: { listen: string; script: { exec: string[] } }[];
  request: {
    method: string;
    auth?: { type: 'noauth' };
    header: { key: string; value: string; disabled?: true }[];
    url: { path: string[]; query: { key: string; value: string; disabled?: true }[]; variable: Variable[] };
    body?: { raw: string };
  };
}

interface Variable {
  key: string;
  value: string;
}

/** Runs the requests of a collection one after the other, as Postman does, and returns their names with the outcomes. */
const runCollection = async (collection: Item & { variable: Variable[] }, settings: Record<string, string>) => {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, settings[key] ?? value]));
  const fill = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`No request before has set ${name}.`);
      return value;
    });

  const send = ({ method, auth, header, url, body }: Item['request']): Promise<Response> => {
    const ids = new Map(url.variable.map(({ key, value }) => [`:${key}`, encodeURIComponent(fill(value))]));
    const path = url.path.map((segment) => ids.get(segment) ?? segment).join('/');
    const query = url.query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${fill(value)}`);
    return fetch(`${fill('{{baseUrl}}')}/${path}?${query.join('&')}`, {
      method,
      redirect: 'manual',
      headers: {
        ...Object.fromEntries(header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, fill(value)])),
        ...(auth ? {} : { Authorization: fill('Bearer {{apiKey}}') }),
      },
      ...(body ? { body: fill(body.raw) } : {}),
    });
  };

  const runItem = async (item: Item): Promise<string> => {
    const failures: string[] = [];
    let isSkipped = false;
    const run = (owner: Item, listen: string, response = {}) => {
      const pm = {
        collectionVariables: variables,
        execution: {
          skipRequest: () => {
            isSkipped = true;
          },
        },
        response,
        test: (name: string, check: () => void) => {
          try {
            check();
          } catch (error) {
            failures.push(`${name}: ${error}`);
          }
        },
      };
      for (const { script } of owner.event?.filter((event) => event.listen === listen) ?? [])
        vm.runInNewContext(`{${script.exec.join('\n')}}`, { pm });
    };
    run(collection, 'prerequest');
    run(item, 'prerequest');
    if (isSkipped) return 'skipped';
    const response = await send(item.request);
    const text = await response.text();
    run(item, 'test', { code: response.status, text: () => text, json: () => JSON.parse(text) });
    return failures.length === 0 ? 'passed' : failures.join();
  };

  const outcomes: [string, string][] = [];
  for (const item of (collection.item ?? []).flatMap(({ item: members = [] }) => members))
    outcomes.push([item.name, await runItem(item).catch(String)]);
  return outcomes;
};

it('the Postman collection runs from top to bottom, and deletes what it created so that it can run again', async () => {
  publishName('example.com', publicAddress);
  const { BASE_URL: baseUrl, API_KEY: apiKey } = await startDemo();
  const { json } = await call<{ data: { account: { id: string } } }>('GET', '/me', { key: apiKey });
  await makeMember(json.data.account.id, 'agent');
  const document = JSON.parse(readFileSync('functions/operations/openapi/openapi.json', 'utf8'));
  const outcomes = await runCollection(JSON.parse(JSON.stringify(buildCollection(document))), { baseUrl, apiKey });
  expect(outcomes.length).toBeGreaterThan(60);
  expect(outcomes.filter(([, outcome]) => !['passed', 'skipped'].includes(outcome))).toEqual([]);
  const skipped = outcomes.flatMap(([name, outcome]) => (outcome === 'skipped' ? name : []));
  expect(["Get the file of a customer's message", 'Deliver an event again']).toEqual(expect.arrayContaining(skipped));
  for (const path of ['/segments', '/webhooks', '/feeds'])
    expect(await call('GET', path, { key: apiKey })).toMatchObject({ json: { data: [] } });
});
