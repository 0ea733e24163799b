/**
 * Waits until all are done, also when one of them fails, and only then throws what it threw: a function that returned
 * earlier would be frozen in the middle of the others' work.
 */
export const settleAll = async <Result>(promises: readonly Promise<Result>[]): Promise<Result[]> => {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
};
