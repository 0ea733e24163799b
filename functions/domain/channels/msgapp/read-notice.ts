import { truncate } from '../../../model/characters.ts';
import type { InboundAccountNotice, InboundNotice, InboundTemplateNotice } from '../../../model/inbound.ts';
import { type JsonObject, readArray, readId, readObject, readPath, readText, readTime } from '../untrusted-json.ts';

interface NoticeOrigin {
  channel: 'msgapp';
  /** The business account. */
  accountId: string;
  at: string;
}

type ReadNotice = (origin: NoticeOrigin, value: JsonObject) => InboundNotice | undefined;

/** Never throws; skips unknown fields and values that cannot be read. */
export const readNotice = (entry: unknown, change: unknown): InboundNotice[] => {
  const value = readObject(readPath(change, 'value'));
  // Notices about partners come under the id of a portfolio and name the business account themselves.
  const accountId = readId(readPath(value, 'waba_info', 'waba_id')) ?? readId(readPath(entry, 'id'));
  const read = readers.get(readPath(change, 'field'));
  if (!read || accountId === null) return [];
  const notice = read({ channel: 'msgapp', accountId, at: readTime(readPath(entry, 'time')) }, value);
  return notice ? [notice] : [];
};

/** Words of events for a template that can be sent again, or still. */
const approvals = ['REINSTATED', 'UNARCHIVED', 'UNPAUSED', 'FLAGGED'];

const readTemplateStatus: ReadNotice = (origin, value) => {
  const event = readWord(value['event']);
  if (event === null || event === 'LOCKED') return undefined;
  const reason = readText(value['reason']);
  return toTemplateNotice(origin, value, {
    field: 'status',
    value: approvals.includes(event) ? 'APPROVED' : event,
    reason: reason === null || reason === 'NONE' ? null : truncate(reason, reasonCharactersMax),
  });
};

/** Of a change that is still to come, `new_category` is the present one. */
const readTemplateCategory: ReadNotice = (origin, value) => {
  const category = readWord(value['new_category']);
  return category === null ? undefined : toTemplateNotice(origin, value, { field: 'category', value: category });
};

const readTemplateQuality: ReadNotice = (origin, value) => {
  const quality = readWord(value['new_quality_score']);
  return quality === null ? undefined : toTemplateNotice(origin, value, { field: 'quality', value: quality });
};

const readTemplateComponents: ReadNotice = (origin, value) =>
  toTemplateNotice(origin, value, { field: 'components', value: '' });

const toTemplateNotice = (
  origin: NoticeOrigin,
  value: JsonObject,
  change: Pick<InboundTemplateNotice, 'field' | 'value'> & { reason?: string | null },
): InboundTemplateNotice | undefined => {
  const name = readText(value['message_template_name']);
  const language = readText(value['message_template_language'])?.replace('-', '_');
  if (name === null || language === undefined) return undefined;
  return { kind: 'template_notice', ...origin, name, language, reason: null, ...change };
};

const readNumberQuality: ReadNotice = (origin, value) => {
  const event = readWord(value['event']);
  const digits = readText(value['display_phone_number'])?.replace(/\D/g, '') ?? '';
  if (event === null || digits === '') return undefined;
  const limit = readWord(value['max_daily_conversations_per_business']) ?? readWord(value['current_limit']);
  return { kind: 'number_notice', ...origin, digits, event, limit };
};

/** Events that take something away from the account, and those that give it back. All others are about other things. */
const accountEvents = new Map<string, InboundAccountNotice['effect']>([
  ['ACCOUNT_DELETED', 'warning'],
  ['ACCOUNT_OFFBOARDED', 'warning'],
  ['ACCOUNT_RESTRICTION', 'warning'],
  ['ACCOUNT_VIOLATION', 'warning'],
  ['DISABLED_UPDATE', 'warning'],
  ['PARTNER_REMOVED', 'warning'],
  ['PARTNER_APP_UNINSTALLED', 'warning'],
  ['ACCOUNT_RECONNECTED', 'recovery'],
  ['PARTNER_ADDED', 'recovery'],
  ['PARTNER_APP_INSTALLED', 'recovery'],
  ['VERIFIED_ACCOUNT', 'recovery'],
]);

const readAccountUpdate: ReadNotice = (origin, value) => {
  const event = readWord(value['event']);
  const effect = accountEvents.get(event ?? '');
  if (event === null || effect === undefined) return undefined;
  const banState = readWord(readPath(value, 'ban_info', 'waba_ban_state'));
  const restrictions = readArray(value['restriction_info']);
  const details = [
    banState,
    readWord(readPath(value, 'violation_info', 'violation_type')),
    ...restrictions.map((restriction) => readWord(readPath(restriction, 'restriction_type'))),
  ].filter((word) => word !== null);
  return toAccountNotice(origin, {
    event,
    effect: banState === 'REINSTATE' ? 'recovery' : effect,
    details: details.length === 0 ? null : details.join(', '),
    until: readEnd(restrictions),
  });
};

/** A restriction without an end has no date. */
const readEnd = (restrictions: readonly unknown[]): string | null => {
  const ends = restrictions.map((restriction) => readId(readPath(restriction, 'expiration')));
  return ends.length === 0 || ends.includes(null) ? null : (ends.map(readTime).sort().at(-1) ?? null);
};

const readReview: ReadNotice = (origin, value) => {
  const decision = readWord(value['decision']);
  if (decision !== 'APPROVED' && decision !== 'REJECTED') return undefined;
  const effect = decision === 'APPROVED' ? 'recovery' : 'warning';
  return toAccountNotice(origin, { event: `REVIEW_${decision}`, effect, details: null, until: null });
};

const readAlert: ReadNotice = (origin, value) => {
  const alert = { ...value, ...readObject(value['alert_info']) };
  const event = readWord(alert['alert_type']);
  const severity = readWord(alert['alert_severity']);
  if (event === null || severity === null || severity === 'INFORMATIONAL') return undefined;
  const description = readText(alert['alert_description']);
  const isAboutNumber = readWord(value['entity_type']) === 'PHONE_NUMBER';
  return {
    ...toAccountNotice(origin, {
      event,
      effect: 'warning',
      details: description && truncate(description, reasonCharactersMax),
      until: null,
    }),
    phoneNumberId: isAboutNumber ? readId(value['entity_id']) : null,
  };
};

const toAccountNotice = (
  origin: NoticeOrigin,
  notice: Pick<InboundAccountNotice, 'event' | 'effect' | 'details' | 'until'>,
): InboundAccountNotice => ({ kind: 'account_notice', ...origin, phoneNumberId: null, ...notice });

const readers = new Map<unknown, ReadNotice>([
  ['message_template_status_update', readTemplateStatus],
  ['message_template_quality_update', readTemplateQuality],
  ['message_template_components_update', readTemplateComponents],
  ['template_category_update', readTemplateCategory],
  ['phone_number_quality_update', readNumberQuality],
  ['account_update', readAccountUpdate],
  ['account_review_update', readReview],
  ['account_alerts', readAlert],
]);

const reasonCharactersMax = 500;

/** The channel's words are in capitals; samples differ. */
const readWord = (value: unknown): string | null => {
  const word = readId(value)?.toUpperCase() ?? '';
  return /^[A-Z0-9_]{1,100}$/.test(word) ? word : null;
};
