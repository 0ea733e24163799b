import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface ImportRule {
  from: { path?: string };
}

const layers = ['domain', 'table', 'model'] as const;

type Layer = (typeof layers)[number];

/** The client of DynamoDB and the forms of jobs are no nouns: the nouns build on them. */
const technicalFolders: Partial<Record<Layer, readonly string[]>> = { table: ['dynamodb'], model: ['jobs'] };

/** The playground plays customers on top of the other nouns and stores nothing itself. */
const absentNouns: Partial<Record<Layer, readonly string[]>> = { table: ['playground'] };

const listFolders = (parent: string): string[] =>
  readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

const listNouns = (layer: Layer): string[] =>
  listFolders(`functions/${layer}`).filter((folder) => !technicalFolders[layer]?.includes(folder));

describe('the folders of the layers', () => {
  it('have the same nouns in the domain, the table and the model', () => {
    const nouns = listNouns('domain');
    for (const layer of layers)
      expect(listNouns(layer), layer).toEqual(nouns.filter((noun) => !absentNouns[layer]?.includes(noun)));
  });

  it('each have an import rule in the domain, the table and the inbox of the dashboard', async () => {
    const rules: unknown = await import(new URL('../../.dependency-cruiser.mjs', import.meta.url).href);
    const { forbidden } = (rules as { default: { forbidden: ImportRule[] } }).default;
    const restricted = new Set(forbidden.map(({ from }) => from.path));
    for (const parent of ['functions/domain', 'functions/table', 'dashboard/pages/inbox'])
      for (const folder of listFolders(parent)) expect(restricted).toContain(`^${parent}/${folder}/`);
  });
});
