import * as z from 'zod';
import type { Outcome } from '../lambda/function-messages.ts';
import { LocalError } from '../local-error.ts';
import { type Deployment, findResources, qualifiedName, readProperties } from '../template/deployment.ts';
import { parsePatterns } from './filter.ts';

const mappingSchema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.literal(true).optional(),
  BatchSize: z.number().optional(),
  // Here nobody pays for small batches, so they need not wait.
  MaximumBatchingWindowInSeconds: z.number().optional(),
  FunctionResponseTypes: z.array(z.string()).default([]),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).default({ Filters: [] }),
  // Queues only:
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).default({ MaximumConcurrency: 5 }),
  // Streams only. What fails is bisected and retried until it is too old.
  StartingPosition: z.literal('TRIM_HORIZON').optional(),
  BisectBatchOnFunctionError: z.literal(true).optional(),
  MaximumRetryAttempts: z.literal(-1).optional(),
  MaximumRecordAgeInSeconds: z.number().default(24 * 60 * 60),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }) }).optional(),
});

export interface EventSourceMapping {
  id: string;
  sourceArn: string;
  functionName: string;
  batchSizeMax: number;
  reportsItemFailures: boolean;
  patterns: unknown[];
  concurrencyMax: number;
  recordAgeSecondsMax: number;
  failureDestinationArn: string | undefined;
}

export const readEventSourceMappings = (deployment: Deployment): EventSourceMapping[] =>
  findResources(deployment, 'AWS::Lambda::EventSourceMapping').map((resource) => {
    const properties = readProperties(deployment, resource, mappingSchema);
    const { EventSourceArn, FilterCriteria } = properties;
    const patterns = FilterCriteria.Filters.map(({ Pattern }) => Pattern);
    const reportsItemFailures = properties.FunctionResponseTypes.includes('ReportBatchItemFailures');
    if (isQueueArn(EventSourceArn) ? patterns.length > 0 : reportsItemFailures)
      throw new LocalError(
        `${qualifiedName(resource)}: filters of queues and item reports of streams are not supported locally.`,
      );
    return {
      id: resource.logicalId,
      sourceArn: EventSourceArn,
      functionName: properties.FunctionName,
      batchSizeMax: properties.BatchSize ?? (isQueueArn(EventSourceArn) ? 10 : 100),
      reportsItemFailures,
      patterns: parsePatterns(patterns, qualifiedName(resource)),
      concurrencyMax: properties.ScalingConfig.MaximumConcurrency,
      recordAgeSecondsMax: properties.MaximumRecordAgeInSeconds,
      failureDestinationArn: properties.DestinationConfig?.OnFailure.Destination,
    };
  });

export const isQueueArn = (arn: string): boolean => arn.startsWith('arn:aws:sqs:');

const reportSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullable();

/**
 * Follows Lambda: no report or an empty one means success; an error, a malformed report or an unknown item fails the
 * whole batch.
 */
export const failedItems = (outcome: Outcome, itemIds: string[], reportsItemFailures: boolean): string[] => {
  if (!outcome.ok) return itemIds;
  if (!reportsItemFailures) return [];
  const report = reportSchema.safeParse(JSON.parse(outcome.payload));
  if (!report.success) return itemIds;
  const failed = (report.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((id) => itemIds.includes(id)) ? failed : itemIds;
};
