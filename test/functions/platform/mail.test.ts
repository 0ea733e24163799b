import { beforeEach, expect, it, vi } from 'vitest';
import { startAwsStub } from '../../support/network/aws-stub.ts';

const mail = { to: 'Ana@acme.example', subject: 's', text: 't', html: 'h', headers: {}, tags: {} };

beforeEach(() => vi.resetModules());

const deliver = async (name: string, message: string) => {
  const body = JSON.stringify({ __type: name, message });
  const { url } = await startAwsStub(() => ({ status: 400, type: 'application/json', body }));
  for (const [variable, value] of Object.entries({
    AWS_ENDPOINT_URL_SESV2: url,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'eu-central-1',
    MAIL_SENDER: 'switchboard@example.com',
    MAIL_CONFIGURATION_SET: 'set',
  }))
    vi.stubEnv(variable, value);
  const { deliverMail } = await import('../../../functions/platform/mail.ts');
  return deliverMail(mail);
};

const unverified = 'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1:';

it.each([
  ['TooManyRequestsException', 'Maximum sending rate exceeded.', 'limited'],
  ['MessageRejected', `${unverified} ana@acme.example`, 'refused'],
  ['BadRequestException', "Domain contains illegal character in string ''@acme_.example''.", 'refused'],
])('SES answers %s, "%s": the mail is %s', async (name, message, outcome) => {
  expect(await deliver(name, message)).toBe(outcome);
});

it.each([
  ['MessageRejected', `${unverified} ana@acme.example, switchboard@example.com`],
  ['MessageRejected', 'Sending is paused for this account.'],
  ['BadRequestException', 'Invalid tag value.'],
  ['AccessDeniedException', 'User is not authorized to perform ses:SendEmail on ana@acme.example'],
])('SES answers %s, "%s": that is for the operator to solve', async (name, message) => {
  await expect(deliver(name, message)).rejects.toMatchObject({ name });
});
