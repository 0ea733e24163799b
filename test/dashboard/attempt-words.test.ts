import { expect, test } from 'vitest';
import { describeAttempt, isAccepted } from '../../dashboard/components/webhooks/delivery-texts.ts';

test.each([
  [200, '200'],
  [500, '500'],
  ['timeout', 'Timed out after 5 seconds'],
  ['ECONNREFUSED', 'Connection refused'],
  ['ECONNRESET', 'Connection closed early'],
  ['CERT_HAS_EXPIRED', 'Certificate not accepted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'Certificate not accepted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Certificate not accepted'],
  ['rejected: unresolved', 'Host not found'],
  ['rejected: not_public', 'Address is not public'],
  ['HPE_INVALID_CONSTANT', 'Failed (HPE_INVALID_CONSTANT)'],
])('an attempt that ended with %s reads "%s"', (code, expected) => {
  expect(describeAttempt(code)).toBe(expected);
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
  ['timeout', false],
])('an attempt that ended with %s was accepted: %s', (code, expected) => {
  expect(isAccepted(code)).toBe(expected);
});
