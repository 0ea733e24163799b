import { type TransactionPart, transact } from '../dynamodb/write.ts';

/** A part of a transaction, and what it means that its condition fails. */
export type Step<Failure extends string> = readonly [part: TransactionPart, failure: Failure];

/** The failure of the first step whose condition fails; then nothing is written. */
export const transactSteps = async <Failure extends string>(
  steps: readonly Step<Failure>[],
): Promise<'written' | Failure> => {
  const result = await transact(steps.map(([part]) => part));
  if (result.written) return 'written';
  const [, failure] = steps[result.failedPart] ?? [];
  if (failure === undefined) throw new Error(`The transaction has no step ${result.failedPart}.`);
  return failure;
};
