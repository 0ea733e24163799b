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

  it('a rejection is read with its reason', () => {
    const value = { ...template, event: 'REJECTED', reason: 'INVALID_FORMAT', message_template_category: 'UTILITY' };
    expect(read('message_template_status_update', value)).toEqual([
      { ...notice, field: 'status', value: 'REJECTED', reason: 'INVALID_FORMAT' },
    ]);
  });

  it.each([
    ['APPROVED', 'APPROVED'],
    ['PAUSED', 'PAUSED'],
    ['DISABLED', 'DISABLED'],
    ['PENDING_DELETION', 'PENDING_DELETION'],
    ['REINSTATED', 'APPROVED'],
    ['UNARCHIVED', 'APPROVED'],
    ['UNPAUSED', 'APPROVED'],
    ['FLAGGED', 'APPROVED'],
    ['paused', 'PAUSED'],
  ])('the event %s is the status %s', (event, value) => {
    expect(read('message_template_status_update', { ...template, event, reason: 'NONE' })).toEqual([
      { ...notice, field: 'status', value },
    ]);
  });

  it('a quality score and a category are read, and of a change to come the present category', () => {
    const quality = { ...template, previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' };
    expect(read('message_template_quality_update', quality)).toEqual([
      { ...notice, field: 'quality', value: 'YELLOW' },
    ]);
    const changed = { ...template, previous_category: 'UTILITY', new_category: 'MARKETING' };
    expect(read('template_category_update', changed)).toEqual([{ ...notice, field: 'category', value: 'MARKETING' }]);
    const planned = { ...template, correct_category: 'MARKETING', new_category: 'UTILITY' };
    expect(read('template_category_update', planned)).toEqual([{ ...notice, field: 'category', value: 'UTILITY' }]);
  });

  it('a change of the contents is read without them', () => {
    const value = { ...template, message_template_element: 'New text' };
    expect(read('message_template_components_update', value)).toEqual([{ ...notice, field: 'components', value: '' }]);
  });

  it.each([
    ['in the future', 1_990_000_000],
    ['missing', undefined],
    ['unreadable', 'today'],
  ])('a notice whose time is %s is from now', (_, time) => {
    const value = { ...template, event: 'PAUSED' };
    const at = '2026-09-21T14:13:21.500Z';
    expect(read('message_template_status_update', value, { time })).toMatchObject([{ at }]);
  });

  it('a language with a hyphen is that of the list', () => {
    const value = { ...template, message_template_language: 'pt-BR', event: 'PAUSED' };
    expect(read('message_template_status_update', value)).toMatchObject([{ language: 'pt_BR' }]);
  });

  it.each([
    ['without a name', { ...template, message_template_name: null, event: 'PAUSED' }],
    ['without a language', { ...template, message_template_language: 7, event: 'PAUSED' }],
    ['without an event', template],
    ['with an event that is no word', { ...template, event: 'PAUSED; DROP' }],
    ['that is locked against edits', { ...template, event: 'LOCKED' }],
  ])('a notice %s is skipped', (_, value) => {
    expect(read('message_template_status_update', value)).toEqual([]);
  });
});

describe('a notice about a number', () => {
  it('the quality is read with the new form of the limit before the old one', () => {
    const value = { display_phone_number: '+1 555-078-3881', event: 'FLAGGED', current_limit: 'TIER_10K' };
    const notice = { kind: 'number_notice', ...origin, digits: '15550783881', event: 'FLAGGED' };
    expect(read('phone_number_quality_update', value)).toEqual([{ ...notice, limit: 'TIER_10K' }]);
    const newer = { ...value, max_daily_conversations_per_business: 'TIER_UNLIMITED' };
    expect(read('phone_number_quality_update', newer)).toEqual([{ ...notice, limit: 'TIER_UNLIMITED' }]);
    expect(read('phone_number_quality_update', { event: 'FLAGGED' })).toEqual([]);
  });
});

describe('a notice about an account', () => {
  const notice = { kind: 'account_notice', ...origin, phoneNumberId: null, details: null, until: null };

  it('a restriction is a warning until its last part ends', () => {
    const value = {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [
        { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_790_086_400 },
        { restriction_type: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION', expiration: 1_790_000_400 },
      ],
    };
    expect(read('account_update', value)).toEqual([
      {
        ...notice,
        topic: 'restriction',
        event: 'ACCOUNT_RESTRICTION',
        effect: 'warning',
        details: 'RESTRICTED_BIZ_INITIATED_MESSAGING, RESTRICTED_ADD_PHONE_NUMBER_ACTION',
        until: '2026-09-22T14:13:20.000Z',
      },
    ]);
  });

  it('a ban is a warning and its end a recovery', () => {
    const ban = (waba_ban_state: string) => ({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } });
    const disabled = { ...notice, topic: 'ban', event: 'DISABLED_UPDATE', effect: 'warning', details: 'DISABLE' };
    expect(read('account_update', ban('DISABLE'))).toEqual([disabled]);
    expect(read('account_update', ban('REINSTATE'))).toEqual([
      { ...disabled, effect: 'recovery', details: 'REINSTATE' },
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

  it('an alert is read in both of its forms, and one that only informs is skipped', () => {
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
    ['account_update', { event: 'VERIFIED_ACCOUNT' }],
    ['account_update', {}],
    ['business_capability_update', { max_phone_numbers_per_business: 2 }],
    ['security', { event: 'PIN_CHANGED' }],
    ['unknown', { event: 'PAUSED' }],
  ])('%s with %j is skipped', (field, value) => {
    expect(read(field, value)).toEqual([]);
  });

  it.each([null, 7, 'text', [], [null], [{ id: null, changes: [{ field: 'account_update' }] }], [{ changes: {} }]])(
    'the entries %j are skipped',
    (entry) => {
      expect(readMsgappWebhook({ entry })).toEqual([]);
    },
  );
});
