import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { findSegmentToRemove } from '../../../functions/table/segments/segments.ts';
import { makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { makeSegment, seedMembers } from '../../support/segments.ts';
import { makeWebhook } from '../../support/webhooks.ts';

const listOperations = (requestId: string): unknown[] =>
  readFileSync(inject('service').logPath, 'utf8')
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))).operation)
    .sort();

describe('the request id in the log', () => {
  it('the first and the second attempt to deliver an event name the request that caused it', async () => {
    let attempts = 0;
    const { url } = await startReceiver((response, ...rest) => {
      attempts += 1;
      return respondWith(attempts === 1 ? 500 : 204)(response, ...rest);
    });
    const { id, key } = await makeWorkspace();
    await makeWebhook(id, url);
    const { headers } = await call('POST', '/contacts', { key, body: { phone: newPhone() } });
    const requestId = headers.get('x-request-id') ?? 'none';
    await expect.poll(() => listOperations(requestId)).toEqual(['createContact', 'deliverWebhook', 'deliverWebhook']);
  });

  it('the cleanup after a deleted segment names the request that deleted it', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key);
    await seedMembers(id, 3);
    const { status, headers } = await call('DELETE', `/segments/${id}`, { key });
    expect(status).toBe(200);
    const requestId = headers.get('x-request-id') ?? 'none';
    await expect.poll(() => listOperations(requestId)).toEqual(['deleteSegment', 'maintainSegments']);
  });

  it('an answer does not show the request id of the item that it returns', async () => {
    const { id: workspaceId, key } = await makeSendingWorkspace();
    const segment = await makeSegment(key);
    expect(await findSegmentToRemove(workspaceId, segment.id)).toMatchObject({ id: segment.id });
    const { status, text } = await postMessage(key, { to: newPhone(), text: 'Hi' });
    expect(status).toBe(201);
    for (const path of ['/contacts', '/conversations', '/segments', `/segments/${segment.id}`])
      expect((await call('GET', path, { key })).text + text).not.toContain('request_id');
  });
});
