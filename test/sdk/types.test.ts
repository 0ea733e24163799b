import { expectTypeOf, it } from 'vitest';
import type {
  Broadcast,
  BroadcastPreview,
  Contact,
  Message,
  NewBroadcast,
  NewMessage,
  SendResult,
  Switchboard,
  SwitchboardError,
  WebhookEvent,
} from '../../sdk/src/index.ts';

// Messages and broadcasts that are typed well are among the samples that package.test.ts compiles.
it('a message without the fields of its type does not compile', () => {
  expectTypeOf({ to: '+14155550123', type: 'image' } as const).not.toExtend<NewMessage>();
  expectTypeOf({ text: 'Hello' }).not.toExtend<NewMessage>();
  const fallback_template = { name: 'hello_world' };
  expectTypeOf({
    to: '+14155550123',
    type: 'template',
    template: fallback_template,
    fallback_template,
  } as const).not.toExtend<NewMessage>();
  expectTypeOf({ to: '+14155550123', type: 'song', text: 'Hello' } as const).not.toExtend<NewMessage>();
});

it('a broadcast needs an audience', () => {
  const template = { name: 'hello_world' };
  expectTypeOf({ name: 'May', template }).not.toExtend<NewBroadcast>();
});

it('a dry run results in a preview, anything else in a broadcast', () => {
  const check = async (client: Switchboard, broadcast: NewBroadcast) => {
    expectTypeOf(await client.broadcasts.create(broadcast)).toEqualTypeOf<Broadcast>();
    const preview = await client.broadcasts.create({ ...broadcast, dry_run: true });
    expectTypeOf(preview).toEqualTypeOf<BroadcastPreview>();
  };
  expectTypeOf(check).toBeFunction();
});

it('results and list items are typed', () => {
  expectTypeOf<Switchboard['messages']['send']>().returns.resolves.toEqualTypeOf<SendResult>();
  const check = async (client: Switchboard) => {
    for await (const contact of client.contacts.list()) expectTypeOf(contact).toEqualTypeOf<Contact>();
    for await (const message of client.conversations.messages('c1')) expectTypeOf(message).toEqualTypeOf<Message>();
    // @ts-expect-error A misspelt filter.
    client.contacts.list({ serach: 'Ana' });
  };
  expectTypeOf(check).toBeFunction();
});

it('the name of an event decides its data', () => {
  type Data<Name> = Extract<WebhookEvent, { event: Name }>['data'];
  expectTypeOf<Data<'message.received'>['text']>().toEqualTypeOf<string | null>();
  expectTypeOf<Data<'contact.deleted'>['contact_id']>().toEqualTypeOf<string>();
  expectTypeOf<Data<'contact.deleted'>>().not.toHaveProperty('text');
});

it('the codes of an error are known', () => {
  expectTypeOf<'plan_limit_reached'>().toExtend<SwitchboardError['code']>();
  expectTypeOf<'no_such_code'>().not.toExtend<SwitchboardError['code']>();
});
