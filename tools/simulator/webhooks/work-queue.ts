/** Takes a job; an urgent one goes before all that wait. */
export type AddJob<Job> = (job: Job, isUrgent: boolean) => void;

/** Runs jobs side by side, a bounded number at a time. `run` must not throw. */
export const createWorkQueue = <Job>(concurrencyMax: number, run: (job: Job) => Promise<void>): AddJob<Job> => {
  const urgent = new Set<Job>();
  const other = new Set<Job>();
  let running = 0;
  const startJobs = (): void => {
    while (running < concurrencyMax) {
      const job = takeFirst(urgent) ?? takeFirst(other);
      if (!job) return;
      running += 1;
      void run(job).finally(() => {
        running -= 1;
        startJobs();
      });
    }
  };
  return (job, isUrgent) => {
    (isUrgent ? urgent : other).add(job);
    startJobs();
  };
};

const takeFirst = <Job>(jobs: Set<Job>): Job | undefined => {
  const [first] = jobs;
  if (first) jobs.delete(first);
  return first;
};
