import type { Context } from 'aws-lambda';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Aws, createReleaseCheck } from '../../../functions/consumers/check-release.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { handler as receiveMsgapp } from '../../../functions/receivers/receive-msgapp.ts';
import { loadEndpoint } from '../../support/load-handler.ts';

const [createContact, getMe, listConversations, sendMessage] = await Promise.all([
  loadEndpoint('createContact'),
  loadEndpoint('getMe'),
  loadEndpoint('listConversations'),
  loadEndpoint('sendMessage'),
]);
const sentinels = { createContact, getMe, listConversations, receiveMsgapp, sendMessage };
const context = (): Context => ({ awsRequestId: newId(), getRemainingTimeInMillis: () => 5_000 }) as Context;

/** Calls the real functions; only CodeDeploy is played. */
const check = async (change: Partial<Record<keyof typeof sentinels, () => Promise<unknown>>> = {}) => {
  vi.stubEnv('SENTINELS', Object.keys(sentinels).join(','));
  onTestFinished(() => void vi.unstubAllEnvs());
  const reports: string[] = [];
  const invoke: Aws['invoke'] = async (name, event) => {
    const run = { ...sentinels, ...change }[name as keyof typeof sentinels];
    return { Payload: Buffer.from(JSON.stringify(await run(event as never, context()))) };
  };
  const report: Aws['report'] = async ({ deploymentId, status }) => reports.push(`${deploymentId} ${status}`);
  await createReleaseCheck({ invoke, report })({ DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'h-1' });
  return reports;
};

it('a release whose sentinels all work gets its traffic', async () => expect(await check()).toEqual(['d-1 Succeeded']));

it.each([
  ['does not start', () => Promise.reject(new Error('Cannot find module'))],
  ['fails', async () => ({ statusCode: 500, body: '{"error":{"code":"internal","message":"…"}}' })],
  ['accepts a key that nobody has', async () => ({ statusCode: 200, body: '{"data":{}}' })],
])('a release with a sentinel that %s gets none', async (_, getMeInstead) => {
  expect(await check({ getMe: getMeInstead })).toEqual(['d-1 Failed']);
});
