import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { deployed } from '../../../functions/deployed.ts';
import type { ItemKind } from '../../../functions/model/item-kind.ts';
import { newId } from '../../../functions/platform/ids.ts';
import type { ItemKey } from '../../../functions/table/dynamodb/item.ts';
import { keys } from '../../../functions/table/keys.ts';
import { entryTexts } from '../../../lib/functions/plugins/entry-texts.ts';
import { leadingKeys } from '../../../lib/functions/table-grants.ts';

/** Kinds in the chart of keys that lie in the partition of another kind. */
const partitionOf: Partial<Record<keyof typeof keys, ItemKind>> = {
  routing: 'workspace',
  monthlyUsage: 'workspace',
  usageShare: 'workspace',
  apiKeyCount: 'workspace',
  webhookCount: 'workspace',
  feed: 'webhook',
  feedHead: 'feedBatch',
  feedVersion: 'workspace',
  memberCount: 'workspace',
  contactCount: 'contactWord',
  savedReplyCount: 'workspace',
  ownReplyCount: 'ownReply',
  teamVersion: 'team',
  invitationDay: 'invitationByAddress',
  session: 'user',
  membership: 'user',
  sendRate: 'channelAccount',
  broadcastFile: 'broadcastAudience',
  listedPage: 'broadcastChunk',
};

const toKind = (name: keyof typeof keys): ItemKind => partitionOf[name] ?? (name as ItemKind);

const matches = (pattern: string, pk: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(pk);

const buildPk = (name: keyof typeof keys): string => {
  const buildKey: (...parts: never[]) => ItemKey = keys[name];
  const parts = name === 'channelUser' ? [newId(), 'social', 'u1'] : Array(buildKey.length).fill(newId());
  return Reflect.apply(buildKey, undefined, parts).pk;
};

describe('leading keys', () => {
  it.each(Object.keys(keys) as (keyof typeof keys)[])(
    'the key of %s matches the patterns of its own kind and of no other',
    (name) => {
      const pk = buildPk(name);
      const matching = Object.entries(leadingKeys).filter(([, patterns]) =>
        patterns.some((pattern) => matches(pattern, pk)),
      );
      expect(matching.map(([kind]) => kind)).toEqual([toKind(name)]);
    },
  );

  it('every kind is in the chart of keys', () => {
    const kinds = new Set((Object.keys(keys) as (keyof typeof keys)[]).map(toKind));
    expect(Object.keys(leadingKeys).sort()).toEqual([...kinds].sort());
  });
});

/** Written around a handler. The stack grants it with the access of the endpoint. */
const requestKinds: readonly string[] = ['apiKey', 'idempotency', 'requestRecord', 'refusedCall'];

const listKinds = (text: string): ItemKind[] => {
  const names = [...text.matchAll(/\bkeys\.(\w+)\(/g)].map(([, name]) => name as keyof typeof keys);
  return [...new Set(names.filter((name) => name in keys).map(toKind))];
};

const { endpoints, consumers, dashboardFunctions, authorizer } = deployed;
const functions = [...endpoints, ...consumers, ...dashboardFunctions, authorizer].map((entry) => ({
  access: 'none',
  mailGrants: [],
  hintGrants: [],
  ...entry,
}));

/** Unused code is dropped, so a bundle holds the keys that its function can build, and no others. */
const { outputFiles } = await build({
  entryPoints: functions.map(({ name, entry }) => ({
    in: typeof entry === 'string' ? entry : `text:${name}`,
    out: name,
  })),
  plugins: [entryTexts(Object.fromEntries(functions.map(({ name, entry }) => [name, entry])))],
  absWorkingDir: join(import.meta.dirname, '../../..'),
  outdir: 'bundles',
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  packages: 'external',
});

describe.each(functions)('the kinds of items of $name', ({ name, access, ...entry }) => {
  const grants = [...entry.grants, ...entry.mailGrants, ...entry.hintGrants];
  const code = outputFiles.find(({ path }) => path.endsWith(`/${name}.js`))?.text ?? '';

  it('its grants name exactly the kinds whose keys its code builds', () => {
    const granted = new Set(grants.flatMap((grant) => /^(?:read|write):(\w+)/.exec(grant)?.[1] ?? []));
    const isImplied = (kind: string): boolean =>
      requestKinds.includes(kind) && !['none', 'public'].includes(access) && !granted.has(kind);
    const built = listKinds(code).filter((kind) => !isImplied(kind));
    expect(built.sort()).toEqual([...granted].sort());
  });

  it('it has the client of S3 only if it may use the bucket', () => {
    expect(code.includes('@aws-sdk/client-s3')).toBe(grants.some((grant) => grant.startsWith('bucket:')));
  });
});
