import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureQueues } from '../../../tools/local/engines/queues.ts';
import { type Sqs, startSqs } from '../../../tools/local/engines/sqs.ts';
import { readAssembly } from '../../../tools/local/template/assembly.ts';
import { synthesizeFixture } from './fixture/synthesize.ts';

let sqs: Sqs;
let assemblyDir: string;
beforeAll(async () => {
  sqs = await startSqs('memory');
  assemblyDir = synthesizeFixture();
});
afterAll(() => sqs.stop());

const visibilities = (secondsMax?: number): number[] => {
  ensureQueues({ stacks: readAssembly(assemblyDir), createdAttributes: new Map() }, sqs, secondsMax);
  return [...sqs.store.allQueues()].map(({ attributes }) => Number(attributes['VisibilityTimeout']));
};

it('hides messages for as long as the template says, or at most as long as it is told', () => {
  const asDeployed = visibilities();
  expect(Math.max(...asDeployed)).toBeGreaterThan(1);
  expect(visibilities(1)).toEqual(asDeployed.map((seconds) => Math.min(seconds, 1)));
  expect(visibilities()).toEqual(asDeployed);
});
