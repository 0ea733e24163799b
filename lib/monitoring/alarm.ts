import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** One line of the alarms: what is watched, when it rings, and what whoever is woken has to know. */
export interface AlarmDefinition {
  id: string;
  /** Its heading below "Alarms" in docs/operations.md. */
  section: string;
  meaning: string;
  firstStep: string;
  metric: IMetric;
  /** Rings above this value. */
  threshold: number;
  /** Rings when this many of the last periods were above it; one of one without it. */
  periods?: { breaching: number; of: number };
  /** A percentile of a few requests is the slowest of them, which says nothing. */
  needsManySamples?: boolean;
}
