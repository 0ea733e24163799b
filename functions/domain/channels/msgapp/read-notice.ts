import type { InboundNotice, InboundTemplateNotice } from '../../../model/inbound/inbound.ts';
import { clock, isoTime } from '../../../platform/clock.ts';
import { type JsonObject, readId, readObject, readPath, readText, readTime } from '../untrusted-json.ts';
import { type NoticeOrigin, type ReadNotice, readReason, readWord } from './notice-fields.ts';
import { readAccountAlert, readAccountReview, readAccountUpdate } from './read-account-notice.ts';

/** Never throws; skips unknown fields and values that cannot be read. */
export const readNotice = (entry: unknown, change: unknown): InboundNotice[] => {
  const value = readObject(readPath(change, 'value'));
  // Notices about partners come under the id of a portfolio and name the business account themselves.
  const accountId = readId(readPath(value, 'waba_info', 'waba_id')) ?? readId(readPath(entry, 'id'));
  const read = readers.get(readPath(change, 'field'));
  if (!read || accountId === null) return [];
  const notice = read({ channel: 'msgapp', accountId, at: readPastTime(readPath(entry, 'time')) }, value);
  return notice ? [notice] : [];
};

/** A notice from the future would outlast all that follow. */
const readPastTime = (value: unknown): string => {
  const [at, now] = [readTime(value), isoTime(clock.now())];
  return at < now ? at : now;
};

/** Words of events for a template that can be sent again, or still. */
const approvals = ['REINSTATED', 'UNARCHIVED', 'UNPAUSED', 'FLAGGED'];

const readTemplateStatus: ReadNotice = (origin, value) => {
  const event = readWord(value['event']);
  if (event === null || event === 'LOCKED') return undefined;
  const reason = readReason(value['reason']);
  return toTemplateNotice(origin, value, {
    field: 'status',
    value: approvals.includes(event) ? 'APPROVED' : event,
    reason: reason === 'NONE' ? null : reason,
  });
};

/** In the notice of a change that is still to come, `new_category` is the present category. */
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

const readers = new Map<unknown, ReadNotice>([
  ['message_template_status_update', readTemplateStatus],
  ['message_template_quality_update', readTemplateQuality],
  ['message_template_components_update', readTemplateComponents],
  ['template_category_update', readTemplateCategory],
  ['phone_number_quality_update', readNumberQuality],
  ['account_update', readAccountUpdate],
  ['account_review_update', readAccountReview],
  ['account_alerts', readAccountAlert],
]);
