import { describe, expect, it } from 'vitest';
import { toEvent } from '../../../functions/domain/deliveries/events.ts';
import { toPublicEvent } from '../../../functions/model/deliveries/event.ts';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { apiDocument, findFaults } from '../../support/described-api.ts';
import { contact, conversation, inbound, outbound, receipt } from '../../support/table/changed-items.ts';

type Item = Record<string, unknown>;

const changes: [string, Item | undefined, Item][] = [
  ['a contact', undefined, contact],
  ['a contact from a social thread', undefined, { ...contact, phone: null, social_username: 'ana' }],
  ['a contact from the website', undefined, { ...contact, phone: null, channels: ['web'] }],
  ['a conversation', undefined, conversation],
  ['a message on msgapp', undefined, inbound],
  ['a message on social', undefined, { ...inbound, channel: 'social' }],
  ['a message on the website chat', undefined, { ...inbound, channel: 'web' }],
  ['an image without a caption', undefined, { ...inbound, content_type: 'image', content_text: null }],
  ['a status', outbound, { ...outbound, last_receipt: receipt }],
  ['a failure', outbound, { ...outbound, last_receipt: { ...receipt, status: 'failed' } }],
];

describe('the events in the OpenAPI document', () => {
  it('the OpenAPI document describes every event to which a webhook can subscribe, and no other', () => {
    expect(Object.keys(apiDocument.webhooks)).toEqual([...eventNames]);
  });

  it.each(changes)('the event of %s has exactly the described fields', (_, before, after) => {
    const event = toEvent({ before, after });
    if (!event) throw new Error('This change causes no event.');
    const body = apiDocument.webhooks[event.name]?.post.requestBody?.content?.['application/json'];
    expect(findFaults(body?.schema ?? {}, JSON.parse(JSON.stringify(toPublicEvent(event))))).toEqual([]);
  });
});
