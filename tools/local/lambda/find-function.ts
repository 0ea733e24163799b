import { LocalError } from '../local-error.ts';
import type { HostedFunction } from './function-host.ts';

export const getFunctionByReference = (functions: HostedFunction[], reference: string): HostedFunction => {
  const unqualified = reference.startsWith('arn:') ? reference.split(':').slice(0, 7).join(':') : reference;
  const found = functions.find(({ definition: { name, arn } }) => name === unqualified || arn === unqualified);
  if (found === undefined) throw new LocalError(`The assembly has no Node.js function ${reference}.`);
  return found;
};

export const getFunctionByPrefix = (functions: HostedFunction[], prefix: string): HostedFunction => {
  const exact = functions.find(({ definition }) => definition.logicalId === prefix);
  const [first, ...others] = functions.filter(({ definition }) => definition.logicalId.startsWith(prefix));
  const found = exact ?? (others.length === 0 ? first : undefined);
  if (found !== undefined) return found;
  const names = functions.map(({ definition }) => definition.logicalId).join(', ');
  throw new LocalError(`"${prefix}" matches ${first ? 'several functions' : 'no function'}. Functions: ${names}.`);
};
