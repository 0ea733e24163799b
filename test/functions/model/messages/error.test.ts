import { describe, expect, it } from 'vitest';
import { formatChannelError, toPublicMessageError } from '../../../../functions/model/messages/error.ts';

describe('the text of a channel error', () => {
  it.each([
    [
      132012,
      '(#132012) Parameter format does not match format in the created template',
      'header: Format mismatch, expected IMAGE, received UNKNOWN',
      '(#132012) Parameter format does not match format in the created template - header: Format mismatch, expected IMAGE, received UNKNOWN',
    ],
    [
      190,
      'Error validating access token',
      null,
      "(#190) Error validating access token. The access token of the workspace's msgapp account is not valid. " +
        'Connect the account again in the dashboard, under Channels.',
    ],
    [
      131026,
      '(#131026) Message undeliverable',
      'Message Undeliverable.',
      '(#131026) Message undeliverable. The number may not be on the channel, or may have blocked or never accepted ' +
        'this business: check the number.',
    ],
    [
      131047,
      'Re-engagement message',
      'More than 24 hours have passed.',
      '(#131047) Re-engagement message - More than 24 hours have passed. Send an approved template (type: template) ' +
        'instead.',
    ],
    [null, 'Something is wrong.', null, 'Something is wrong.'],
  ])('the text of error %s names the code once, then message and details', (code, message, details, text) => {
    expect(formatChannelError({ code, message, details })).toBe(text);
  });
});

describe('the public error of a message', () => {
  it.each([
    ['a code of the channel', 130429, '130429', '(#130429) Stop'],
    ['a word of ours', 'outcome_unknown', 'outcome_unknown', 'Stop'],
    ['no code', null, 'unspecified', 'Stop'],
  ])('an error with %s has that code as text, and nothing besides code and message', (_, code, publicCode, message) => {
    const error = { code, message: 'Stop', details: null, retry_after_seconds: 6 };
    expect(toPublicMessageError(error)).toEqual({ code: publicCode, message });
  });
});
