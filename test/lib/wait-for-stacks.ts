import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';

const { nagPath, failurePath } = inject('cdk');
while (!existsSync(nagPath)) {
  if (existsSync(failurePath))
    throw new Error(`The stacks cannot be synthesized. ${readFileSync(failurePath, 'utf8')}`);
  await delay(100);
}
