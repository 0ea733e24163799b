/** `attention`: fine for some environments. `problem`: the environment does not work as its settings say. */
export interface Finding {
  check: string;
  status: 'ok' | 'attention' | 'problem';
  detail: string;
  remedy?: string;
}

export const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail });

export const attention = (check: string, detail: string, remedy: string): Finding => ({
  check,
  status: 'attention',
  detail,
  remedy,
});

export const problem = (check: string, detail: string, remedy: string): Finding => ({
  check,
  status: 'problem',
  detail,
  remedy,
});

/** A check that AWS does not answer is a problem of its own, and the others still run. */
export const runCheck = async (check: string, find: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await find();
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [
      problem(check, `could not be checked: ${message}`, 'Check your credentials and rights, then run it again.'),
    ];
  }
};
