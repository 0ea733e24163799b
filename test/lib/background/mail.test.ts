import { expect, it } from 'vitest';
import { dashboardEnvironments } from '../fixture/dashboard-environments.ts';
import { listFunctions, listRights } from '../fixture/functions.ts';
import { listResources, readStacks, synthesizeVariant } from '../fixture/stacks.ts';

const email = { sender: 'switchboard@example.com', dashboardUrl: 'https://d.example' };

const before = readStacks('full');
const after = synthesizeVariant('full', { ...dashboardEnvironments.full, email });
const names = [...listFunctions(after.service).keys()];
const readChanged = (template: 'service' | 'dashboard') => {
  const [stackBefore, stackAfter] = [before[template], after[template]];
  if (!stackBefore || !stackAfter) throw new Error(`There is no stack ${template}.`);
  return [...listFunctions(stackAfter).keys()].flatMap((name) => {
    const earlier = listRights(stackBefore, name);
    const added = [...listRights(stackAfter, name)].filter((right) => !earlier.has(right));
    return added.some((right) => !right.includes('known_networks')) ? [name] : [];
  });
};

it('only the function of maintenance may send, only as the sender, and only with its configuration set', () => {
  const sending = names.flatMap((name) =>
    [...listRights(after.service, name)].filter((right) => right.startsWith('ses:')).map((right) => [name, right]),
  );
  const condition = '{"StringEquals":{"ses:FromAddress":"switchboard@example.com"}}';
  // In the sandbox, SES also asks whether the identity of the recipient may be used.
  const resources = ['configuration-set/Switchboard-full-service', 'identity/\\*'];
  expect(sending.sort()).toEqual(
    resources.map((resource) => [
      'runMaintenance',
      expect.stringMatching(new RegExp(`^ses:SendEmail on arn:.*:ses:.*:${resource} if .*`)),
    ]),
  );
  for (const [, right] of sending) expect(right).toContain(condition);
});

it('no other function gets a right but the dashboard, which turns addresses on again, and keys their networks', () => {
  expect(readChanged('service')).toEqual(['runMaintenance']);
  expect(readChanged('dashboard')).toEqual(['dashboard']);
});

it('bounces and complaints become jobs, and only EventBridge, for this rule, may put them into the queue', () => {
  const [rule] = listResources(after.service, 'AWS::Events::Rule');
  expect(rule?.['Properties']).toMatchObject({
    EventPattern: { detail: { mail: { tags: { 'ses:configuration-set': ['Switchboard-full-service'] } } } },
    Targets: [
      {
        Arn: '<runMaintenanceQueue.Arn>',
        InputTransformer: { InputTemplate: '{"task":"mail_report","detail":<detail>}' },
      },
    ],
  });
  const policies = JSON.stringify(after.service.findResources('AWS::SQS::QueuePolicy'));
  expect(policies.match(/events\.amazonaws\.com/g)).toHaveLength(1);
  expect(policies).toContain(`"aws:SourceArn":"<${rule?.id}.Arn>"`);
  const keyPolicies = (stacks: typeof after) => JSON.stringify(stacks.data.findResources('AWS::KMS::Key'));
  expect([before, after].map((stacks) => keyPolicies(stacks).includes('events.amazonaws.com'))).toEqual([false, true]);
});

it('without one there is no resource, variable or change of mail', () => {
  const text = JSON.stringify([before.service, before.data, before.dashboard].map((stack) => stack?.toJSON()));
  expect(text).not.toMatch(/AWS::SES|AWS::Events::Rule|SENDS_MAIL|MAIL_|known_networks|invitation"\]|plan_notice/);
});

it("the user pool sends through SES as the same sender, beyond Cognito's 50 emails a day", () => {
  const [pool] = listResources(after.data, 'AWS::Cognito::UserPool');
  expect(pool?.['Properties'].EmailConfiguration).toEqual({
    EmailSendingAccount: 'DEVELOPER',
    From: 'Switchboard <switchboard@example.com>',
    SourceArn: 'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/example.com',
  });
  expect(JSON.stringify(before.data.toJSON())).not.toContain('EmailConfiguration');
});
