import { expect, it } from 'vitest';
import { findAccountFault } from '../../../../functions/model/channels/health.ts';

it.each([
  [190, 'token'],
  [0, 'token'],
  [10, 'permission'],
  [133010, 'number'],
  [131031, 'restricted'],
  [368, 'restricted'],
  [131042, 'payment'],
  [130429, 'rate'],
  [80007, 'rate'],
])('the code %i is a fault of kind %s', (code, fault) => expect(findAccountFault(code)).toBe(fault));

it.each([131026, 131047, 131056, 131030, 130472, 132001, 100, 131000, null])(
  'the code %s is not the fault of the account',
  (code) => expect(findAccountFault(code)).toBeUndefined(),
);
