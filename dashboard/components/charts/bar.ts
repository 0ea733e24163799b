export interface Bar {
  id: string;
  /** "November 5" */
  name: string;
  /** Below the bar. Only some have one, or the labels would overlap. */
  tick?: string | undefined;
  /** Left out where there is little room. */
  isMinorTick?: boolean;
  /** Undefined at either end, for a time that is still to come or was not counted. */
  value: number | undefined;
}
