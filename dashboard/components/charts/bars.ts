export interface Bar {
  id: string;
  /** "November 5" */
  name: string;
  /** The label below the bar. Only some bars have one, or the labels would overlap. */
  tick?: string | undefined;
  /** Left out where there is little room. */
  isMinorTick?: boolean;
  /** Undefined at either end, for a time that is still to come or was not counted. */
  value: number | undefined;
}

const stepsMax = 4;

/** Round values from 0 to at least `max`, which must not be negative: 0, 50, 100. */
export const roundTicks = (max: number): number[] => {
  const step = roundStep(Math.max(max, 1) / stepsMax);
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, index) => index * step);
};

/** The smallest of 1, 2 and 5 with its zeros that is not smaller. Counts have no fractions. */
const roundStep = (min: number): number => {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(min)));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= min) ?? 10;
  return factor * power;
};
