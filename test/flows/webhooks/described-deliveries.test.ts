import { expect, it } from 'vitest';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { makeShop, simulateInbound } from '../../support/channels/channels.ts';
import { makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';
import { apiDocument, findFaults, resolveRef } from '../../support/described-api.ts';
import { type ReceivedRequest, startReceiver } from '../../support/network/receiver.ts';
import { makeWebhook } from '../../support/webhooks.ts';

/** The document must describe the body, and exactly the headers that Node and HTTP do not add themselves. */
const expectDescribed = ({ event, headers }: ReceivedRequest): void => {
  const operation = apiDocument.webhooks[event.event]?.post;
  if (!operation) throw new Error(`The document has no event ${event.event}.`);
  expect(findFaults(operation.requestBody?.content?.['application/json'].schema ?? {}, event)).toEqual([]);
  const described = operation.parameters.map((parameter) => resolveRef(parameter).name?.toLowerCase());
  expect(
    Object.keys(headers)
      .filter((name) => /^(x-|webhook-)/.test(name))
      .sort(),
  ).toEqual(described.sort());
};

it('the events of a message on any channel are as the OpenAPI document describes them', async () => {
  const { url, received } = await startReceiver();
  const shop = await makeShop();
  await makeWebhook(shop.id, url, [...eventNames]);
  await simulateInbound(shop, { from: newPhone(), name: 'Ana', text: 'Hi' });
  await simulateInbound(shop, { channel: 'social', from: newId(), username: 'ana', text: 'Hi' });
  await simulateInbound(shop, { channel: 'web', from: newId(), text: 'Hi' });
  await makeContact(shop.key);
  await expect.poll(() => received.length).toBe(10);
  for (const request of received) expectDescribed(request);
});

it('the status events of a message are as the OpenAPI document describes them', async () => {
  const { url, received } = await startReceiver();
  const { id, key } = await makeSendingWorkspace();
  await makeWebhook(id, url, ['message.status_updated']);
  await postMessage(key, { to: newPhone(), text: 'Hi' });
  await postMessage(key, { to: '+491515550002', text: 'Hi' });
  const statuses = () => received.map(({ event }) => event.data['status']);
  await expect.poll(statuses).toEqual(expect.arrayContaining(['delivered', 'failed']));
  for (const request of received) expectDescribed(request);
});
