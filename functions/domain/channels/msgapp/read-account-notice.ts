import type { InboundAccountNotice } from '../../../model/inbound/inbound.ts';
import { readArray, readId, readObject, readPath, readTime } from '../untrusted-json.ts';
import { type NoticeOrigin, type ReadNotice, readReason, readWord } from './notice-fields.ts';

/** Events that take something away from the account, and those that give the same back. Others are about other things. */
const accountEvents = new Map<string, [InboundAccountNotice['topic'], InboundAccountNotice['effect']]>([
  ['ACCOUNT_DELETED', ['access', 'warning']],
  ['ACCOUNT_OFFBOARDED', ['access', 'warning']],
  ['ACCOUNT_RECONNECTED', ['access', 'recovery']],
  ['PARTNER_REMOVED', ['access', 'warning']],
  ['PARTNER_ADDED', ['access', 'recovery']],
  ['PARTNER_APP_UNINSTALLED', ['access', 'warning']],
  ['PARTNER_APP_INSTALLED', ['access', 'recovery']],
  ['DISABLED_UPDATE', ['ban', 'warning']],
  ['ACCOUNT_RESTRICTION', ['restriction', 'warning']],
  ['ACCOUNT_VIOLATION', ['violation', 'warning']],
]);

export const readAccountUpdate: ReadNotice = (origin, value) => {
  const event = readWord(value['event']);
  const meaning = accountEvents.get(event ?? '');
  if (event === null || meaning === undefined) return undefined;
  const [topic, effect] = meaning;
  const banState = readWord(readPath(value, 'ban_info', 'waba_ban_state'));
  const restrictions = readArray(value['restriction_info']);
  const details = [
    banState,
    readWord(readPath(value, 'violation_info', 'violation_type')),
    ...restrictions.map((restriction) => readWord(readPath(restriction, 'restriction_type'))),
  ].filter((word) => word !== null);
  return toAccountNotice(origin, {
    topic,
    event,
    effect: banState === 'REINSTATE' ? 'recovery' : effect,
    details: details.length === 0 ? null : details.join(', '),
    until: readEnd(restrictions),
  });
};

/** A restriction without an end has no date. */
const readEnd = (restrictions: readonly unknown[]): string | null => {
  const ends = restrictions.map((restriction) => readId(readPath(restriction, 'expiration')) ?? '');
  return ends.every((end) => /^\d+$/.test(end)) ? (ends.map(readTime).sort().at(-1) ?? null) : null;
};

export const readAccountReview: ReadNotice = (origin, value) => {
  const decision = readWord(value['decision']);
  if (decision !== 'APPROVED' && decision !== 'REJECTED') return undefined;
  const effect = decision === 'APPROVED' ? 'recovery' : 'warning';
  return toAccountNotice(origin, { topic: 'review', event: `REVIEW_${decision}`, effect, details: null, until: null });
};

export const readAccountAlert: ReadNotice = (origin, value) => {
  const alert = { ...value, ...readObject(value['alert_info']) };
  const event = readWord(alert['alert_type']);
  const severity = readWord(alert['alert_severity']);
  if (event === null || severity === null || severity === 'INFORMATIONAL') return undefined;
  const isAboutNumber = readWord(value['entity_type']) === 'PHONE_NUMBER';
  return {
    ...toAccountNotice(origin, {
      topic: 'alert',
      event,
      effect: 'warning',
      details: readReason(alert['alert_description']),
      until: null,
    }),
    phoneNumberId: isAboutNumber ? readId(value['entity_id']) : null,
  };
};

const toAccountNotice = (
  origin: NoticeOrigin,
  notice: Pick<InboundAccountNotice, 'topic' | 'event' | 'effect' | 'details' | 'until'>,
): InboundAccountNotice => ({ kind: 'account_notice', ...origin, phoneNumberId: null, ...notice });
