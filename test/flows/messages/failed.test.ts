import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listFailedMessages, listSentMessages } from '../../../functions/domain/messages/list-messages.ts';
import type { FailedMessage } from '../../../functions/model/messages/listed-message.ts';
import { clock, dayMs } from '../../../functions/platform/clock.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { magicPhone, postBroadcast } from '../../support/broadcasts/broadcasts.ts';
import {
  callSimulator,
  makeQuietSender,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { call, makeWorkspace, readPages } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { deleteContact } from '../../support/erasures.ts';
import { holdClock } from '../../support/held-clock.ts';

const list = async (key: string, query = ''): Promise<{ data: FailedMessage[] }> =>
  (await call<{ data: FailedMessage[] }>('GET', `/messages?status=failed&${query}`, { key })).json;

describe('the list of failed messages', () => {
  let sender: SendingWorkspace;
  let failed: FailedMessage[];

  beforeAll(async () => {
    sender = await makeSendingWorkspace();
    const { key } = sender;
    await postMessage(key, { to: newPhone(), text: 'This one arrives' });
    await postMessage(key, { to: magicPhone('5550001'), text: 'Refused at once' });
    await postMessage(key, { to: magicPhone('5550002'), text: 'Reported later' });
    await postBroadcast(key, { recipients: [{ to: magicPhone('5550001') }, { to: newPhone() }] });
    failed = await vi.waitFor(
      async () => {
        const { data } = await list(key);
        expect(data).toHaveLength(3);
        return data;
      },
      { timeout: 60_000, interval: 100 },
    );
  });

  it('messages that the channel refused or reported later come newest first, with reason and remedy', () => {
    expect(failed.map(({ id }) => id)).toEqual(
      failed
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(failed).toMatchObject([
      { sender_type: 'bot', template_name: 'hello_world', broadcast_id: expect.stringMatching(/-/) },
      { content_text: 'Reported later', sender_type: 'agent', broadcast_id: null, channel: 'msgapp' },
      { content_text: 'Refused at once', msgapp_message_id: null },
    ]);
    for (const message of failed)
      expect(message).toMatchObject({
        status: 'failed',
        error: { code: '131026' },
        reason: expect.stringMatching(/^\(#131026\) Message undeliverable/),
        remedy: expect.stringContaining('check the number'),
      });
  });

  it('pages have each message once, filters narrow the list, and other statuses cannot be listed', async () => {
    const pages = await readPages(sender.key, '/messages?status=failed&limit=1');
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual(failed.map(({ id }) => [id]));
    expect((await list(sender.key, `contact_id=${failed[1]?.contact_id}`)).data).toEqual([failed[1]]);
    expect((await list(sender.key, 'channel=social')).data).toEqual([]);
    expect((await list((await makeWorkspace()).key)).data).toEqual([]);
    const error = { code: 'bad_request', message: expect.stringContaining('"status"') };
    for (const path of ['/messages', '/messages?status=sent'])
      expect(await call('GET', path, { key: sender.key })).toMatchObject({ status: 400, json: { error } });
  });

  it('a failed message is listed for 30 days', async () => {
    const page = { limit: 10, after: undefined };
    const time = holdClock(clock.now() + 29 * dayMs);
    expect((await listFailedMessages(sender.id, {}, page, '')).items).toHaveLength(3);
    time.set(clock.now() + 2 * dayMs);
    expect(await listFailedMessages(sender.id, {}, page, '')).toEqual({ items: [], next: undefined });
  });

  it('those of an erased contact are no longer listed at once', async () => {
    const { key } = await makeSendingWorkspace();
    for (const text of ['First', 'Second']) await postMessage(key, { to: magicPhone('5550001'), text });
    const [newest, ...others] = (await list(key)).data;
    expect(others).toHaveLength(1);
    expect((await deleteContact(key, newest?.contact_id ?? '')).status).toBe(202);
    expect((await list(key)).data).toEqual(others);
  });
});

describe('the list of sent messages', () => {
  const page = { limit: 10, after: undefined };

  it('single sends that did not fail come newest first, without those of broadcasts', async () => {
    const { id, key } = await makeSendingWorkspace();
    await postMessage(key, { to: newPhone(), text: 'This one arrives' });
    await postMessage(key, { to: magicPhone('5550001'), text: 'Refused at once' });
    await postBroadcast(key, { recipients: [{ to: newPhone() }] });
    await postMessage(key, { to: newPhone(), text: 'This one, too' });
    const [newest, sent, ...others] = (await listSentMessages(id, {}, page, '')).items;
    expect(others).toEqual([]);
    expect(newest).toMatchObject({ content_text: 'This one, too', channel: 'msgapp', broadcast_id: null, error: null });
    const contact = { id: sent?.contact_id, name: null, social_username: null };
    expect(sent).toMatchObject({ content_text: 'This one arrives', contact });
    // Receipts arrive meanwhile.
    const idsOf = ({ items }: Awaited<ReturnType<typeof listSentMessages>>) => items.map((message) => message.id);
    expect(idsOf(await listSentMessages(id, { q: sent?.contact.phone ?? '' }, page, ''))).toEqual([sent?.id]);
    expect((await listSentMessages(id, {}, { ...page, limit: 1 }, '')).next).toBe(newest?.id);
    expect((await deleteContact(key, sent?.contact_id ?? '')).status).toBe(202);
    expect(idsOf(await listSentMessages(id, {}, page, ''))).toEqual([newest?.id]);
    expect((await listSentMessages((await makeWorkspace()).id, {}, page, '')).items).toEqual([]);
  });
});

it('a message is in the list of its status', async () => {
  const { key } = await makeQuietSender();
  const { json } = await postMessage(key, { to: newPhone(), text: 'Hello' });
  const { message_id, msgapp_message_id, conversation_id } = json.data;
  const readKey = async () => (await findItem(keys.message(conversation_id, message_id)))?.['status_key'];
  const report = (status: string) => callSimulator('POST', '/status', { message_id: msgapp_message_id, status });
  expect(await readKey()).toMatch(/#SENT$/);
  await report('failed');
  await expect.poll(readKey).toMatch(/#FAILED_MESSAGE$/);
  await report('delivered');
  await expect.poll(readKey).toMatch(/#SENT$/);
});
