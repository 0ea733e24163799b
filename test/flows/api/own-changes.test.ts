import { expect, inject, it } from 'vitest';
import { waitForLogLine } from '../../../tools/bench/log-lines.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { followLog } from '../../support/log-file.ts';
import { closedUrl, makeWebhook } from '../../support/webhooks.ts';

/** A strongly consistent read costs twice the units of an eventually consistent one. A webhook is always read strongly. */
it.each([
  ['/contacts', 1, 0.5],
  ['/conversations', 1, 0.5],
  ['/webhooks/{id}/deliveries', 1 + 17, 1 + 8.5],
])('%s is read strongly only for a key that has just made a change', async (path, strong, eventual) => {
  const { id, key: writer } = await makeWorkspace();
  const reader = await makeKey(id);
  const webhook = await makeWebhook(id, closedUrl);
  const lines = followLog(inject('service').logPath);
  const readUnits = async (key: string): Promise<number> => {
    const { headers } = await call('GET', path.replace('{id}', webhook.id), { key });
    return (await waitForLogLine(lines, headers.get('x-request-id') ?? '')).read_units;
  };
  await makeContact(writer);
  expect([await readUnits(writer), await readUnits(reader)]).toEqual([strong, eventual]);
});
