/**
 * Waits until all are done, also when one of them fails, and only then throws what it threw: a function that returned
 * earlier would be frozen in the middle of the others' work.
 */
export const allDone = async <Result>(works: readonly Promise<Result>[]): Promise<Result[]> => {
  const settled = await Promise.allSettled(works);
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
};
