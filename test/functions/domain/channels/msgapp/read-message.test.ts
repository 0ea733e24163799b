import { afterEach, describe, expect, it, vi } from 'vitest';
import { clock } from '../../../../../functions/platform/clock.ts';
import { ana, from, origin, readMessage } from './webhook.ts';

afterEach(() => vi.restoreAllMocks());

describe('the sender', () => {
  const text = { type: 'text', text: { body: 'Hi' } };
  const sender = (raw: object, contacts: unknown) => {
    const [item] = readMessage({ ...text, ...raw }, contacts);
    return item && 'from' in item ? item.from : undefined;
  };
  const bo = { profile: { name: 'Bo' }, wa_id: '4915550002222', user_id: 'DE.2' };

  it('the sender is matched to its contact by id in any position', () => {
    expect(sender({}, [bo, ana])).toEqual(from);
    expect(sender({ from_user_id: undefined }, [bo, ana])).toEqual(from);
  });

  it('a sender without a matching contact has no name', () => {
    expect(sender({}, [bo])).toEqual({ ...from, name: null });
    expect(sender({}, null)).toEqual({ ...from, name: null });
  });

  it('a sender without a number has the user id and the username', () => {
    const nameless = { profile: { username: 'ana.example' }, user_id: 'DE.1349120000000001' };
    const anonymous = { phone: null, channelUserId: 'DE.1349120000000001' };
    expect(sender({ from: undefined }, [bo, nameless])).toEqual({ ...anonymous, name: 'ana.example' });
    expect(sender({ from: undefined }, [])).toEqual({ ...anonymous, name: null });
    expect(sender({ from: undefined, from_user_id: undefined }, [ana])).toEqual({
      phone: null,
      channelUserId: null,
      name: null,
    });
  });

  it('the contact supplies a number that the message lacks', () => {
    expect(sender({ from: undefined }, [ana])).toEqual(from);
  });

  it.each(['', 'abc', '12', '1234567890123456', '49 155', {}, true])(
    'the number %j is invalid and read as none',
    (number) => {
      expect(sender({ from: number, from_user_id: 'DE.9' }, [])).toMatchObject({ phone: null, channelUserId: 'DE.9' });
    },
  );

  it('a number is read from digits, with a plus, and from a JSON number', () => {
    expect(sender({ from: 4915550001111 }, [])).toMatchObject({ phone: '+4915550001111' });
    expect(sender({ from: '+4915550001111' }, [])).toMatchObject({ phone: '+4915550001111' });
  });
});

describe('the time', () => {
  const text = { type: 'text', text: { body: 'Hi' } };

  it.each([
    ['1790000000', '2026-09-21T14:13:20.000Z'],
    [1790000000, '2026-09-21T14:13:20.000Z'],
    [1790000000987, '2026-09-21T14:13:20.987Z'],
  ])('the timestamp %j is read as %s', (timestamp, sentAt) => {
    expect(readMessage({ ...text, timestamp })).toMatchObject([{ sentAt }]);
  });

  it.each([undefined, null, '', 'soon', '-5', '0', '1e9', {}, '9999999999999999', 1.5])(
    'the unreadable timestamp %j is read as now',
    (timestamp) => {
      vi.spyOn(clock, 'now').mockReturnValue(Date.UTC(2030, 0, 1));
      expect(readMessage({ ...text, timestamp })).toMatchObject([{ sentAt: '2030-01-01T00:00:00.000Z' }]);
    },
  );
});

describe('entries other than messages', () => {
  const at = '2026-09-21T14:13:20.000Z';

  it('revoke is read as a deletion', () => {
    const revoke = { type: 'revoke', revoke: { original_message_id: 'wamid.HBgNSU4=' } };
    expect(readMessage(revoke)).toEqual([{ kind: 'deleted', ...origin, channelMessageId: 'wamid.HBgNSU4=', at }]);
  });

  it('edit is read as a new text or caption', () => {
    const edit = (edited: object) => ({
      type: 'edit',
      edit: { original_message_id: 'wamid.HBgNSU4=', message: edited },
    });
    const edited = { kind: 'edited', ...origin, channelMessageId: 'wamid.HBgNSU4=', at };
    expect(readMessage(edit({ type: 'text', text: { body: 'Hi there' } }))).toEqual([{ ...edited, text: 'Hi there' }]);
    expect(readMessage(edit({ type: 'image', image: { caption: 'back' } }))).toEqual([{ ...edited, text: 'back' }]);
    expect(readMessage(edit({ type: 'edit' }))).toEqual([{ ...edited, text: null }]);
  });

  it('system is read as a new number or user id', () => {
    const changed = { kind: 'number_changed', ...origin, from: { ...from, name: null }, at };
    const number = { type: 'user_changed_number', wa_id: '4915550003333', body: 'User Ana changed' };
    expect(readMessage({ type: 'system', system: number }, null)).toEqual([
      { ...changed, to: { phone: '+4915550003333', channelUserId: null } },
    ]);
    const id = { type: 'user_changed_user_id', user_id: 'DE.7' };
    expect(readMessage({ type: 'system', system: id }, null)).toEqual([
      { ...changed, to: { phone: null, channelUserId: 'DE.7' } },
    ]);
  });

  it.each([
    { type: 'system', system: { type: 'customer_identity_changed' }, identity: { hash: 'x' } },
    { type: 'system' },
    { type: 'revoke' },
    { type: 'edit', edit: { message: { type: 'text', text: { body: 'x' } } } },
    { type: 'request_welcome' },
    { type: 'ephemeral' },
    { type: 'text', text: { body: 'to all' }, group_id: 'g1' },
    { type: 'text', text: { body: 'without id' }, id: undefined },
    { type: 'text', text: { body: 'endless id' }, id: 'x'.repeat(1_001) },
  ])('the entry %j yields no item', (raw) => {
    expect(readMessage(raw)).toEqual([]);
  });
});
