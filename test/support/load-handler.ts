import { endpoints } from '../../functions/api/endpoints.ts';
import type { GatewayHandler } from '../../functions/http/compose.ts';
import type { DeployedFunction } from '../../functions/model/deployed-function.ts';

/** The handler of a deployed function, in this process. */
export const loadHandler = async ({ entry }: Pick<DeployedFunction, 'entry'>): Promise<GatewayHandler> => {
  if (typeof entry === 'string') return (await import(/* @vite-ignore */ `../../${entry}`)).handler;
  const imported = [...entry.text.matchAll(/^import (?:\* as (\w+)|\{ (.+) \}) from '\.\/(.+)';$/gm)].map(
    async ([, all, names = '', path]) => {
      const module = await import(/* @vite-ignore */ `../../${path}`);
      if (all !== undefined) return [[all, module]];
      return names.split(', ').map((name) => {
        const [exported = '', local = exported] = name.split(' as ');
        return [local, module[exported]];
      });
    },
  );
  const scope = Object.fromEntries((await Promise.all(imported)).flat());
  const [, handler] = /^export const handler = (.+);$/m.exec(entry.text) ?? [];
  return Reflect.construct(Function, [...Object.keys(scope), `return ${handler};`])(...Object.values(scope));
};

export const loadEndpoint = (name: string): Promise<GatewayHandler> => {
  const found = endpoints.find(({ operationId }) => operationId === name);
  if (!found) throw new Error(`There is no endpoint ${name}.`);
  return loadHandler(found);
};
