const exactSeconds = 20;
const secondsMax = 400 * 24 * 60 * 60;
const ratioMax = 1.1;

/** Where the bars of a distribution begin: 2, 5, 10, 15, 30 minutes, 1 and 4 hours. Buckets end there, so bars are exact. */
export const barsFrom = [0, 120, 300, 600, 900, 1_800, 3_600, 14_400] as const;

const dividedBetween = [exactSeconds, ...barsFrom.slice(1), secondsMax];

/**
 * The first second of each bucket. Up to 20 seconds each has its own. From there on a bucket ends at most a tenth after
 * it begins, so its middle is within 5 % of all that is in it. Of the 170, an hour of a busy team fills about 40.
 */
const bounds: readonly number[] = [
  ...Array.from({ length: exactSeconds }, (_, second) => second),
  ...dividedBetween.slice(1).flatMap((to, index) => {
    const from = dividedBetween[index] ?? exactSeconds;
    const parts = Math.ceil(Math.log(to / from) / Math.log(ratioMax));
    return Array.from({ length: parts }, (_, part) => Math.ceil(from * (to / from) ** (part / parts)));
  }),
];

export const bucketCount = bounds.length;

/** The last bucket whose first second is not after these. */
export const bucketOf = (seconds: number): number => {
  let [first, last] = [0, bounds.length - 1];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if ((bounds[middle] ?? 0) <= seconds) first = middle;
    else last = middle - 1;
  }
  return first;
};

const startOf = (bucket: number): number => bounds[bucket] ?? secondsMax;

/** What stands for all that is in the bucket. */
export const middleOf = (bucket: number): number => {
  const [first, last] = [startOf(bucket), startOf(bucket + 1) - 1];
  return first >= last ? first : Math.round(Math.sqrt(first * last));
};

/** How many have each bucket. Histograms of several times are merged by adding them up. */
export type Histogram = Map<number, number>;

export const addTo = (histogram: Histogram, bucket: number, count: number): void => {
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + count);
};

export const countOf = (histogram: Histogram): number => [...histogram.values()].reduce((sum, count) => sum + count, 0);

/** The least value that this share does not exceed: 0.5 is the median. Undefined if there is none. */
export const quantileOf = (histogram: Histogram, share: number): number | undefined => {
  let left = Math.ceil(share * countOf(histogram));
  for (const [bucket, count] of [...histogram].sort(([one], [other]) => one - other)) {
    left -= count;
    if (left <= 0) return middleOf(bucket);
  }
  return undefined;
};

/** How many are in each bar. */
export const barsOf = (histogram: Histogram): number[] => {
  const bars = barsFrom.map(() => 0);
  for (const [bucket, count] of histogram) {
    const bar = barsFrom.findLastIndex((from) => from <= startOf(bucket));
    bars[bar] = (bars[bar] ?? 0) + count;
  }
  return bars;
};
