import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { environments } from '../../lib/settings.ts';

const stepShape = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});
const jobShape = z.looseObject({
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  uses: z.string().optional(),
  'timeout-minutes': z.number().optional(),
  environment: z.string().optional(),
  concurrency: z.looseObject({ group: z.string(), 'cancel-in-progress': z.boolean() }).optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  steps: z.array(stepShape).default([]),
});
const workflowShape = z.looseObject({ permissions: z.strictObject({}), jobs: z.record(z.string(), jobShape) });
const actionShape = z.looseObject({
  inputs: z.record(z.string(), z.looseObject({ required: z.boolean().default(false) })),
  runs: z.looseObject({ steps: z.array(stepShape) }),
});

const files = globSync(['.github/workflows/*.yml', '.github/actions/*/action.yml']).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const workflows = files.filter(({ path }) => path.includes('/workflows/'));
const actions = files.filter(({ path }) => path.includes('/actions/'));
const jobs = workflows.flatMap(({ path, text }) =>
  Object.entries(workflowShape.parse(parse(text)).jobs).map(([name, job]) => ({ name: `${path} ${name}`, job })),
);
const parseAction = (text: string) => actionShape.parse(parse(text));
const getJob = (name: string) => {
  const found = jobs.find((entry) => entry.name === `.github/workflows/deploy.yml ${name}`);
  if (!found) throw new Error(`deploy.yml has no job ${name}.`);
  return found.job;
};

describe('the workflows', () => {
  it('the rules below read four workflows and two actions', () => {
    expect(workflows).toHaveLength(4);
    expect(actions).toHaveLength(2);
  });

  it.each(files)('every action that $path uses is local or pinned by its commit, with its version', ({ text }) => {
    const uses = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, value]) => String(value));
    expect(uses.length).toBeGreaterThan(0);
    const pinned = /^([\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/[\w./-]+)$/;
    expect(uses.filter((value) => !pinned.test(value))).toEqual([]);
  });

  it('each action is pinned to one commit everywhere', () => {
    const pins = new Set(files.flatMap(({ text }) => text.match(/[\w-]+\/[\w-]+@[0-9a-f]{40} # v\S+/g) ?? []));
    const names = [...pins].map((pin) => pin.split('@')[0]);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(files)("$path uses no secret but the run's own token", ({ text }) => {
    expect((text.match(/\bsecrets\b\S*/g) ?? []).filter((secret) => secret !== 'secrets.GITHUB_TOKEN')).toEqual([]);
  });

  it.each(files)('no script in $path contains an expression, whose value could become code', ({ path, text }) => {
    const steps = path.includes('/actions/')
      ? parseAction(text).runs.steps
      : Object.values(workflowShape.parse(parse(text)).jobs).flatMap((job) => job.steps);
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });

  it('nothing runs with the rights of the repository on code of a fork', () => {
    expect(files.filter(({ text }) => /pull_request_target|workflow_run/.test(text))).toEqual([]);
  });

  it.each(jobs)(
    '$name states its permissions and may write only a token for AWS, a comment or a proposal',
    ({ name, job }) => {
      const written = Object.entries(job.permissions).flatMap(([name, level]) => (level === 'write' ? name : []));
      const proposes = name === '.github/workflows/newest.yml propose';
      expect(proposes ? [['contents', 'pull-requests']] : [[], ['id-token'], ['pull-requests']]).toContainEqual(
        written,
      );
      // The scripts of packages would have the same rights.
      const installs = job.steps.filter(({ run }) => /npm (ci|install)/.test(run ?? ''));
      if (proposes) expect(installs.every(({ run }) => run?.includes('--ignore-scripts'))).toBe(true);
    },
  );

  it.each(jobs.filter(({ job }) => job.uses === undefined))('$name has a time limit', ({ job }) => {
    expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  it.each(jobs)('no checkout of $name leaves its token behind', ({ job }) => {
    const checkouts = job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.filter((step) => step.with['persist-credentials'] !== false)).toEqual([]);
  });
});

describe('the local actions', () => {
  it.each(actions)('$path reads only inputs that it declares', ({ text }) => {
    const read = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => String(name));
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((name) => !(name in parseAction(text).inputs))).toEqual([]);
  });

  it.each(jobs)('$name gives local actions the inputs that they declare', ({ job }) => {
    for (const { uses, with: given } of job.steps.filter(({ uses }) => uses?.startsWith('./'))) {
      const { inputs } = parseAction(readFileSync(`${uses}/action.yml`, 'utf8'));
      expect(Object.keys(given).filter((name) => !(name in inputs))).toEqual([]);
      expect(Object.entries(inputs).filter(([name, { required }]) => required && !(name in given))).toEqual([]);
    }
  });
});

describe('deploy.yml', () => {
  it.each(['staging', 'production'])('%s is an environment of the settings and of the job that deploys it', (name) => {
    expect(environments).toHaveProperty(name);
    const job = getJob(name);
    expect(job.environment).toBe(name);
    expect(job.steps.at(-1)).toMatchObject({ uses: './.github/actions/deploy', with: { environment: name } });
  });

  it.each(['staging', 'production'])('two deployments of %s never overlap or interrupt each other', (name) => {
    expect(getJob(name).concurrency).toEqual({ group: `deploy-${name}`, 'cancel-in-progress': false });
  });

  it('production follows staging, which follows the checks', () => {
    expect(getJob('production').needs).toBe('production-diff');
    expect(getJob('production-diff').needs).toBe('staging');
    expect(getJob('staging').needs).toBe('check');
    expect(getJob('check').uses).toBe('./.github/workflows/check.yml');
  });
});
