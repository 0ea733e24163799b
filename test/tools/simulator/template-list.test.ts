import { describe, expect, it } from 'vitest';
import { defaultTemplates } from '../../../tools/simulator/templates/defaults/default-templates.ts';
import { msgapp, simulate } from './fixture/simulator.ts';

const path = `/v25.0/${msgapp.wabaId}/message_templates`;

describe('the list of templates', () => {
  it('has every form, one row per name and language', async () => {
    const { channel } = await simulate();
    const { json } = await channel('GET', `${path}?limit=100`);
    expect(json.data).toEqual(defaultTemplates);
    const keys = json.data.map(({ name, language }) => `${name} ${language}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(json.paging.next).toBeUndefined();
  });

  it('comes in pages, to be followed by cursor or by link', async () => {
    const { channel } = await simulate();
    const names = [];
    let after = '';
    for (let page = 0; page < 10; page += 1) {
      const { json } = await channel('GET', `${path}?limit=4${after && `&after=${after}`}`);
      names.push(...json.data.map(({ id }) => id));
      if (!json.paging.next) break;
      expect(new URL(json.paging.next).searchParams.get('after')).toBe(json.paging.cursors.after);
      after = json.paging.cursors.after;
    }
    expect(names).toEqual(defaultTemplates.map(({ id }) => id));
  });

  it('can be chosen from by part of a name and by status, and shows the fields that are asked for', async () => {
    const { channel } = await simulate();
    const rows = async (query: string) => (await channel('GET', `${path}?limit=100&${query}`)).json.data;
    expect((await rows('name=order')).map(({ name }) => name)).toEqual([
      'order_update',
      'order_update',
      'order_ready',
      'order_ready',
      'track_order',
    ]);
    expect((await rows('status=paused')).map(({ name }) => name)).toEqual(['paused_offer']);
    expect(await rows('name=coupon&fields=name,status')).toEqual([
      { id: '1387370000000014', name: 'coupon', status: 'APPROVED' },
    ]);
    expect(await rows('name=nobody')).toEqual([]);
  });

  it('is of one business account, for its token alone', async () => {
    const { channel, control } = await simulate();
    const { json } = await control('POST', '/accounts', { channel: 'msgapp', waba_id: '102290000000002' });
    const { access_token } = Object(json.data);
    await control('POST', '/templates', { waba_id: '102290000000002', name: 'theirs', language: 'en_US' });
    const theirs = '/v25.0/102290000000002/message_templates?name=theirs';
    expect((await channel('GET', theirs, undefined, access_token)).json.data).toHaveLength(1);
    expect((await channel('GET', `${path}?name=theirs`)).json.data).toEqual([]);
    expect((await channel('GET', theirs)).json.error).toMatchObject({ code: 100, error_subcode: 33 });
    expect((await channel('GET', path, undefined, 'x')).status).toBe(401);
  });

  it('has unsound rows as a test brought them', async () => {
    const { channel, control } = await simulate();
    await control('POST', '/templates', { name: 'odd', components: 'none' });
    const { json } = await channel('GET', `${path}?name=odd`);
    expect(json.data).toEqual([
      { id: expect.any(String), name: 'odd', components: 'none', status: 'APPROVED', category: 'UTILITY' },
    ]);
  });
});
