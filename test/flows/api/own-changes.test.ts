import { expect, inject, it } from 'vitest';
import { waitForLogLine } from '../../../tools/bench/log-lines.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { followLog } from '../../support/log-file.ts';

/** A strongly consistent read costs twice the units of an eventually consistent one. */
it.each(['/contacts', '/conversations'])(
  'the newest rows of %s are read strongly only for a key that has just made a change',
  async (path) => {
    const { id, key: writer } = await makeWorkspace();
    const reader = await makeKey(id);
    const lines = followLog(inject('service').logPath);
    const readUnits = async (key: string): Promise<number> => {
      const { headers } = await call('GET', path, { key });
      return (await waitForLogLine(lines, headers.get('x-request-id') ?? '')).read_units;
    };
    await makeContact(writer);
    expect(await readUnits(writer)).toBe(2 * (await readUnits(reader)));
  },
);
