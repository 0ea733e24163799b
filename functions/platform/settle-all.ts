/** Like Promise.all, but rejects only after all have settled: a function that returns earlier is frozen mid-work. */
export const settleAll = async <Result>(promises: readonly Promise<Result>[]): Promise<Result[]> => {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
};
