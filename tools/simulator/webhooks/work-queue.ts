export type EnqueueJob<Job> = (job: Job, isUrgent: boolean) => void;

/** Runs jobs with bounded concurrency. `run` must not throw. */
export const createWorkQueue = <Job>(concurrencyMax: number, run: (job: Job) => Promise<void>): EnqueueJob<Job> => {
  const urgent = new Set<Job>();
  const normal = new Set<Job>();
  let running = 0;
  const startJobs = (): void => {
    while (running < concurrencyMax) {
      const job = removeFirst(urgent) ?? removeFirst(normal);
      if (!job) return;
      running += 1;
      void run(job).finally(() => {
        running -= 1;
        startJobs();
      });
    }
  };
  return (job, isUrgent) => {
    (isUrgent ? urgent : normal).add(job);
    startJobs();
  };
};

const removeFirst = <Job>(jobs: Set<Job>): Job | undefined => {
  const [first] = jobs;
  if (first) jobs.delete(first);
  return first;
};
