/** An error the user can fix. It is printed as one sentence, without a stack trace. */
export class LocalError extends Error {}

export const toFolderError = (folder: string, setting: string, error: unknown): LocalError => {
  if (error instanceof LocalError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const advice = `Choose another with ${setting}=<folder>, or delete this one to start over.`;
  return new LocalError(`The folder ${folder} cannot be used: ${reason.replace(/\.$/, '')}. ${advice}`, {
    cause: error,
  });
};
