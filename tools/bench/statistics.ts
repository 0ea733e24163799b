export const percentile = (values: number[], fraction: number): number => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
};

export const median = (values: number[]): number => percentile(values, 0.5);

export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
