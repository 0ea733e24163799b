import type { Stack } from '@aws-sdk/client-cloudformation';

const openClient = async (region: string | undefined) => {
  const sdk = await import('@aws-sdk/client-cloudformation');
  return { sdk, client: new sdk.CloudFormationClient(region === undefined ? {} : { region }) };
};

/** CloudFormation reports a missing stack as a ValidationError. */
const undefinedIfMissing = (error: unknown): undefined => {
  if (error instanceof Error && error.message.includes('does not exist')) return undefined;
  throw error;
};

export const findStack = async (StackName: string, region?: string): Promise<Stack | undefined> => {
  const { sdk, client } = await openClient(region);
  const found = await client.send(new sdk.DescribeStacksCommand({ StackName })).catch(undefinedIfMissing);
  return found?.Stacks?.[0];
};

export const findOutput = (stack: Stack | undefined, name: string): string | undefined =>
  stack?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;

/** Finds the template that is deployed. */
export const findStackTemplate = async (StackName: string, region?: string): Promise<unknown> => {
  const { sdk, client } = await openClient(region);
  const found = await client.send(new sdk.GetTemplateCommand({ StackName })).catch(undefinedIfMissing);
  return found && JSON.parse(found.TemplateBody ?? '{}');
};

export interface StackResource {
  type: string;
  id: string;
  physicalId: string;
}

/** None of a stack that does not exist. */
export const listResources = async (StackName: string): Promise<StackResource[]> => {
  const { sdk, client } = await openClient(undefined);
  const found: StackResource[] = [];
  try {
    for await (const page of sdk.paginateListStackResources({ client }, { StackName }))
      for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? [])
        found.push({ type: ResourceType ?? '', id: LogicalResourceId ?? '', physicalId: PhysicalResourceId ?? '' });
  } catch (error) {
    undefinedIfMissing(error);
  }
  return found;
};
