import { describe, expect, it } from 'vitest';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { readResult, runServiceAdmin } from '../../support/admin.ts';

const admin = (...argv: string[]) => runServiceAdmin(['workspace', ...argv]);
const create = async () => readResult(await admin('create', '--name', 'Acme', '--country', 'DE', '--json'));
const findStored = (id: unknown) => findItem(keys.workspace(String(id)));
const unknownId = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';

describe('workspace create', () => {
  it('workspace create stores the workspace and prints it', async () => {
    const workspace = await create();
    expect(workspace).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Acme',
      default_country: 'DE',
      messages_per_month: null,
      subscription: 'active',
      opt_out_keywords: null,
      opt_in_keywords: null,
      more_events: false,
      hides_member_rows: false,
      time_zone: 'UTC',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await findStored(workspace['id'])).toMatchObject(workspace);
  });

  it('without --json, workspace create prints a line for each public field', async () => {
    const { code, stdout, stderr } = await admin('create', '--name', 'Beta Ltd', '--country', 'gb');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^name {16}Beta Ltd\ndefault_country {5}GB\ntime_zone {11}UTC\nmessages_per_month {2}no limit$/m,
    );
    expect(stdout).not.toContain('cursor_secret');
  });
});

describe('workspace get', () => {
  it('workspace get prints the workspace without internal fields', async () => {
    const workspace = await create();
    expect(readResult(await admin('get', String(workspace['id']), '--json'))).toEqual(workspace);
  });

  it('workspace get refuses an unknown workspace', async () => {
    const { code, stderr } = await admin('get', unknownId, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('workspace list', () => {
  it('workspace list shows every workspace, newest first, without internal fields', async () => {
    const created = [await create(), await create()];
    const ids = created.map(({ id }) => id);
    const listed = readResult<{ id: string }[]>(await admin('list', '--json'));
    expect(listed.filter(({ id }) => ids.includes(id))).toEqual(created.toReversed());
    expect(listed).toEqual(listed.toSorted((one, other) => (one.id < other.id ? 1 : -1)));
  });

  it('workspace list prints a table with the id and the name', async () => {
    const { id } = await create();
    const { code, stdout, stderr } = await admin('list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^id +name +subscription +messages_per_month +default_country +created_at\n/);
    expect(stdout).toMatch(new RegExp(`^${id} +Acme +active +no limit +DE +\\d{4}-`, 'm'));
  });
});

describe('workspace update', () => {
  it('workspace update changes the named fields and leaves the rest', async () => {
    const workspace = await create();
    const id = String(workspace['id']);
    const options = ['--messages-per-month', '250', '--subscription', 'lapsed', '--country', 'US', '--json'];
    const changed = { ...workspace, messages_per_month: 250, subscription: 'lapsed', default_country: 'US' };
    expect(readResult(await admin('update', id, ...options))).toEqual(changed);
    expect(await findStored(id)).toMatchObject(changed);

    const unlimited = readResult(await admin('update', id, '--messages-per-month', 'none', '--json'));
    expect(unlimited).toEqual({ ...changed, messages_per_month: null });
    expect(await findStored(id)).toMatchObject({ messages_per_month: null, subscription: 'lapsed' });
  });

  it('workspace update sets the keywords, turns them off and brings the defaults back', async () => {
    const workspace = await create();
    const id = String(workspace['id']);
    const update = async (...options: string[]) => readResult(await admin('update', id, ...options, '--json'));
    expect(await update('--opt-out-keywords', 'Ende, keine Werbung', '--opt-in-keywords', 'none')).toEqual({
      ...workspace,
      opt_out_keywords: ['Ende', 'keine Werbung'],
      opt_in_keywords: [],
    });
    const shown = /^opt_out_keywords {4}Ende, keine Werbung\nopt_in_keywords {5}none$/m;
    expect((await admin('get', id)).stdout).toMatch(shown);
    expect(await update('--opt-out-keywords', 'default', '--opt-in-keywords', 'default')).toEqual(workspace);
    expect((await admin('get', id)).stdout).toMatch(/^opt_out_keywords {4}default$/m);
  });

  it('workspace update without a change is refused', async () => {
    const { code, stderr } = await admin('update', unknownId);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name at least one change')]);
  });
});
