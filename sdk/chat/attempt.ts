/** Browsers throw where they refuse storage or another right to a frame. */
export const attempt = <Result>(run: () => Result): Result | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};
