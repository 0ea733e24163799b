import { describe, expect, it } from 'vitest';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { costFields, withTrace } from '../../../functions/platform/invocation-trace.ts';
import { newPhone } from '../../support/contacts.ts';
import { makeConversation } from '../../support/conversations.ts';
import { makeSendingWorkspace, postMessage } from '../../support/simulator.ts';

/** What the verb itself asks of the table; authentication comes on top. */
const costOf = (run: () => Promise<unknown>): Promise<Record<string, number>> =>
  withTrace(async () => {
    await run();
    return costFields();
  })(undefined, undefined);

const textTo = (to: string, more: object = {}) => ({
  to,
  name: undefined,
  content: { type: 'text' as const, text: 'Hi' },
  replyToMessageId: undefined,
  ...more,
});

describe('a send', () => {
  it('to a known contact reads twice and writes twice, seven parts in all', async () => {
    const { id, key } = await makeSendingWorkspace();
    const to = newPhone();
    const { data } = (await postMessage(key, { to, text: 'First', name: 'Ana' })).json;
    const cost = await costOf(() => sendMessage(id, newId(), textTo(to)));
    expect(cost).toMatchObject({ round_trips: 4, write_units: 14 });
    const withAll = textTo(to, { name: 'Ana', replyToMessageId: data.message_id });
    expect(await costOf(() => sendMessage(id, newId(), withAll))).toMatchObject({ round_trips: 4, write_units: 14 });
  });

  it('to a new number reads once and writes twice', async () => {
    const { id } = await makeSendingWorkspace();
    const cost = await costOf(() => sendMessage(id, newId(), textTo(newPhone(), { name: 'Ana' })));
    expect(cost).toMatchObject({ round_trips: 3, write_units: 20 });
  });
});

describe('a page of 50 conversations', () => {
  it('with their contacts is one query', async () => {
    const { id } = await makeSendingWorkspace();
    for (let n = 0; n < 51; n += 1) await makeConversation(id);
    const page = { limit: 50, after: undefined };
    expect(await costOf(() => listConversations(id, {}, page))).toMatchObject({ round_trips: 1 });
    expect(await costOf(() => listConversations(id, { status: 'open' }, page))).toMatchObject({ round_trips: 2 });
  });
});
