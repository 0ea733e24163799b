import { beforeEach, describe, expect, it } from 'vitest';
import { readMsgappWebhook } from '../../../../../functions/domain/channels/msgapp/read-webhook.ts';
import { holdClock } from '../../../../support/held-clock.ts';

const read = (field: string, value: object, entry: object = {}) =>
  readMsgappWebhook({
    object: 'whatsapp_business_account',
    entry: [{ id: '102290000000001', time: 1_790_000_000, ...entry, changes: [{ field, value }] }],
  });

const reportedMs = 1_790_000_000_000;

beforeEach(() => {
  holdClock(reportedMs + 1_500);
});

const origin = { channel: 'msgapp', accountId: '102290000000001', at: '2026-09-21T14:13:20.000Z' };

describe('a notice about a template', () => {
  const template = {
    message_template_id: 1_689_550_000_000_001,
    message_template_name: 'order_ready',
    message_template_language: 'en_US',
  };
  const notice = { kind: 'template_notice', ...origin, name: 'order_ready', language: 'en_US', reason: null };

  const readStatus = (fields: object, entry: object = {}) =>
    read('message_template_status_update', { ...template, ...fields }, entry);

  it('a rejection is read with its reason', () => {
    const rejection = { event: 'REJECTED', reason: 'INVALID_FORMAT' };
    expect(readStatus({ ...rejection, message_template_category: 'UTILITY' })).toEqual([
      { ...notice, field: 'status', value: 'REJECTED', reason: 'INVALID_FORMAT' },
    ]);
  });

  it.each([
    ['APPROVED', ['APPROVED', 'REINSTATED', 'UNARCHIVED', 'UNPAUSED', 'FLAGGED']],
    ['PAUSED', ['PAUSED', 'paused']],
    ['DISABLED', ['DISABLED']],
    ['PENDING_DELETION', ['PENDING_DELETION']],
  ])('the status is %s after the events %j', (value, events) => {
    for (const event of events)
      expect(readStatus({ event, reason: 'NONE' }), event).toEqual([{ ...notice, field: 'status', value }]);
  });

  it.each([
    ['quality', 'YELLOW', 'message_template_quality_update', { new_quality_score: 'YELLOW' }],
    ['category', 'MARKETING', 'template_category_update', { previous_category: 'UTILITY', new_category: 'MARKETING' }],
    ['category', 'UTILITY', 'template_category_update', { correct_category: 'MARKETING', new_category: 'UTILITY' }],
    ['components', '', 'message_template_components_update', { message_template_element: 'New text' }],
  ])('the present %s %s is read from %s with %j', (field, value, source, fields) => {
    expect(read(source, { ...template, previous_quality_score: 'GREEN', ...fields })).toEqual([
      { ...notice, field, value },
    ]);
  });

  it.each([
    ['in the future', 1_990_000_000],
    ['missing', undefined],
  ])('a notice whose time is %s is from now', (_, time) => {
    expect(readStatus({ event: 'PAUSED' }, { time })).toMatchObject([{ at: '2026-09-21T14:13:21.500Z' }]);
  });

  it('a language with a hyphen is that of the list', () => {
    const fields = { message_template_language: 'pt-BR', event: 'PAUSED' };
    expect(readStatus(fields)).toMatchObject([{ language: 'pt_BR' }]);
  });

  it.each([
    ['without a name', { message_template_name: null, event: 'PAUSED' }],
    ['without a language', { message_template_language: 7, event: 'PAUSED' }],
    ['without an event', {}],
    ['with an event that is no word', { event: 'PAUSED; DROP' }],
    ['that is locked against edits', { event: 'LOCKED' }],
  ])('a notice %s is skipped', (_, fields) => expect(readStatus(fields)).toEqual([]));
});

it('the quality is read with the new form of the limit before the old one', () => {
  const value = { display_phone_number: '+1 555-078-3881', event: 'FLAGGED', current_limit: 'TIER_10K' };
  const notice = { kind: 'number_notice', ...origin, digits: '15550783881', event: 'FLAGGED' };
  expect(read('phone_number_quality_update', value)).toEqual([{ ...notice, limit: 'TIER_10K' }]);
  const newer = { ...value, max_daily_conversations_per_business: 'TIER_UNLIMITED' };
  expect(read('phone_number_quality_update', newer)).toEqual([{ ...notice, limit: 'TIER_UNLIMITED' }]);
  expect(read('phone_number_quality_update', { event: 'FLAGGED' })).toEqual([]);
});

describe('a notice about an account', () => {
  const notice = { kind: 'account_notice', ...origin, phoneNumberId: null, details: null, until: null };

  it('a restriction is a warning until its last part ends', () => {
    const parts = ['RESTRICTED_BIZ_INITIATED_MESSAGING', 'RESTRICTED_ADD_PHONE_NUMBER_ACTION'];
    const ends = [1_790_086_400, 1_790_000_400];
    const restriction_info = parts.map((part, n) => ({ restriction_type: part, expiration: ends[n] }));
    expect(read('account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info })).toEqual([
      {
        ...notice,
        topic: 'restriction',
        event: 'ACCOUNT_RESTRICTION',
        effect: 'warning',
        details: parts.join(', '),
        until: '2026-09-22T14:13:20.000Z',
      },
    ]);
  });

  it.each([
    ['DISABLE', 'warning'],
    ['REINSTATE', 'recovery'],
  ])('the ban state %s is a %s', (waba_ban_state, effect) => {
    expect(read('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } })).toEqual([
      { ...notice, topic: 'ban', event: 'DISABLED_UPDATE', effect, details: waba_ban_state },
    ]);
  });

  it('a notice about a partner names the business account itself', () => {
    const value = { event: 'PARTNER_REMOVED', waba_info: { waba_id: '102290000000001', owner_business_id: '29' } };
    expect(read('account_update', value, { id: '2949482758682047' })).toMatchObject([
      { accountId: '102290000000001', topic: 'access', effect: 'warning' },
    ]);
  });

  it.each([
    ['PARTNER_REMOVED', 'PARTNER_ADDED'],
    ['PARTNER_APP_UNINSTALLED', 'PARTNER_APP_INSTALLED'],
    ['ACCOUNT_OFFBOARDED', 'ACCOUNT_RECONNECTED'],
  ])('%s is a warning, and %s is the recovery from it', (lost, regained) => {
    expect(read('account_update', { event: lost })).toMatchObject([{ topic: 'access', effect: 'warning' }]);
    expect(read('account_update', { event: regained })).toMatchObject([{ topic: 'access', effect: 'recovery' }]);
  });

  it.each([
    ['no restriction', []],
    ['a part without an end', [{ expiration: 1_790_086_400 }, {}]],
    ['an end that is no time', [{ expiration: 'soon' }]],
  ])('a warning with %s has no end', (_, restriction_info) => {
    expect(read('account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info })).toMatchObject([{ until: null }]);
  });

  it('a review is a warning or a recovery', () => {
    expect(read('account_review_update', { decision: 'REJECTED' })).toMatchObject([{ effect: 'warning' }]);
    expect(read('account_review_update', { decision: 'APPROVED' })).toMatchObject([{ effect: 'recovery' }]);
    expect(read('account_review_update', { decision: 'PENDING' })).toEqual([]);
  });

  it('an alert is read in both of its forms unless it only informs', () => {
    const alert = {
      alert_severity: 'CRITICAL',
      alert_status: 'ACTIVE',
      alert_type: 'INCREASED_CAPABILITIES_ELIGIBILITY_FAILED',
      alert_description: 'Limits cannot be increased.',
    };
    const about = { entity_type: 'PHONE_NUMBER', entity_id: 106_540_000_000_001 };
    const expected = {
      ...notice,
      phoneNumberId: '106540000000001',
      topic: 'alert',
      event: 'INCREASED_CAPABILITIES_ELIGIBILITY_FAILED',
      effect: 'warning',
      details: 'Limits cannot be increased.',
    };
    expect(read('account_alerts', { ...about, ...alert })).toEqual([expected]);
    expect(read('account_alerts', { ...about, alert_info: alert })).toEqual([expected]);
    expect(read('account_alerts', { ...alert, entity_type: 'WABA' })).toMatchObject([{ phoneNumberId: null }]);
    expect(read('account_alerts', { ...about, ...alert, alert_severity: 'INFORMATIONAL' })).toEqual([]);
  });

  it.each([
    ['account_update', { event: 'AD_ACCOUNT_LINKED' }],
    ['account_update', {}],
    ['business_capability_update', { max_phone_numbers_per_business: 2 }],
    ['security', { event: 'PIN_CHANGED' }],
  ])('%s with %j is skipped', (field, value) => expect(read(field, value)).toEqual([]));

  it.each([null, 7, 'text', [], [null], [{ id: null, changes: [{ field: 'account_update' }] }], [{ changes: {} }]])(
    'the entries %j are skipped',
    (entry) => expect(readMsgappWebhook({ entry })).toEqual([]),
  );
});
