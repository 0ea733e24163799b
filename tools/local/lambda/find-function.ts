import { LocalError } from '../local-error.ts';
import type { HostedFunction } from './function-host.ts';

/** Finds a function by what a template calls it: its name or its ARN, with or without a version or alias. */
export const getFunctionByReference = (functions: HostedFunction[], reference: string): HostedFunction => {
  const unqualified = reference.startsWith('arn:') ? reference.split(':').slice(0, 7).join(':') : reference;
  const found = functions.find(({ definition: { name, arn } }) => name === unqualified || arn === unqualified);
  if (found === undefined)
    throw new LocalError(`The assembly has no function ${reference} that can run on this machine.`);
  return found;
};

/** Finds a function by its logical id, or by a beginning of it that no other function shares. */
export const getFunctionByPrefix = (functions: HostedFunction[], prefix: string): HostedFunction => {
  const exact = functions.find(({ definition }) => definition.logicalId === prefix);
  const [first, ...others] = functions.filter(({ definition }) => definition.logicalId.startsWith(prefix));
  const found = exact ?? (others.length === 0 ? first : undefined);
  if (found !== undefined) return found;
  const names = functions.map(({ definition }) => definition.logicalId).join(', ');
  throw new LocalError(`"${prefix}" names ${first ? 'several functions' : 'no function'} of: ${names}.`);
};
