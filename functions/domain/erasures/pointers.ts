import type { ErasedTraces, StepResult } from '../../model/erasures/erasure.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { RunningErasure } from '../../table/erasures/erasures.ts';
import { erasePointer, findErasablePointers, forgetPointer, prolongPointer } from '../../table/erasures/pointers.ts';

/** A transaction writes the contact, its 30 tags and its 3 conversations as well, and has at most 100 parts. */
export const pointersPerWriteMax = 50;

export const listAliases = ({ phones, aliases }: ErasedTraces): string[] => [
  ...phones.map((phone) => `PHONE#${phone}`),
  ...aliases,
];

export const listPhones = ({ phones, aliases }: Pick<ErasedTraces, 'phones' | 'aliases'>): string[] => {
  const prefix = 'PHONE#';
  return [...phones, ...aliases.filter((alias) => alias.startsWith(prefix)).map((alias) => alias.slice(prefix.length))];
};

/** The visitors of the web chat that lead to the contact. */
export const listVisitors = ({ aliases }: Pick<ErasedTraces, 'aliases'>): string[] => {
  const prefix = 'WEB#';
  return aliases.filter((alias) => alias.startsWith(prefix)).map((alias) => alias.slice(prefix.length));
};

/** Removes the pointers that did not fit into the transaction of the erasure. */
export const removePointers = async (workspaceId: string, erasure: RunningErasure): Promise<StepResult> => {
  if (erasure.progress.pass > 1) return { counts: {} };
  const aliases = listAliases(erasure.traces).slice(pointersPerWriteMax);
  const pointers = await findErasablePointers(workspaceId, erasure.id, aliases);
  for (const alias of pointers) await erasePointer(workspaceId, alias, erasure);
  return { counts: { pointers: pointers.length } };
};

export const prolongPointers = async (workspaceId: string, erasure: RunningErasure): Promise<void> => {
  const now = nowSeconds();
  for (const alias of listAliases(erasure.traces)) await prolongPointer(workspaceId, alias, erasure, now);
};

export const forgetPointers = async (workspaceId: string, erasure: RunningErasure): Promise<void> => {
  for (const alias of listAliases(erasure.traces)) await forgetPointer(workspaceId, alias, erasure);
};
