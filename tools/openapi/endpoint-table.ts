import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import { areas, getOperationDoc } from './areas.ts';

const accessTexts: Record<string, string> = { public: 'none', 'any-key': 'any key' };

/** In the order of the texts, which leads from creating something to what is done with it. */
const byTexts = (left: EndpointEntry, right: EndpointEntry): number => {
  const order = Object.values(areas).flatMap(({ operations }) => Object.keys(operations));
  return order.indexOf(left.operationId) - order.indexOf(right.operationId);
};

const tableBelow = /(?<=\n## Endpoints\n\n)(?:\|.*\n)*/;

/** The page with its table of endpoints filled in. */
export const fillTable = (page: string, endpoints: readonly EndpointEntry[]): string => {
  const rows = endpoints.toSorted(byTexts).map((endpoint) => {
    const { method, path, access } = endpoint;
    return `| \`${method} ${path}\` | ${accessTexts[access] ?? `\`${access}\``} | ${getOperationDoc(endpoint).row} |\n`;
  });
  return page.replace(tableBelow, () => `| Method and path | Scope | Description |\n|---|---|---|\n${rows.join('')}`);
};
