import type * as z from 'zod';
import { LocalError } from '../local-error.ts';
import type { Stack } from './assembly.ts';
import { noValue, resolve, type Scope } from './intrinsics.ts';
import { accountId, identifyResource, type ResourceIdentity, region } from './resource-identity.ts';

export interface Resource {
  stack: Stack;
  logicalId: string;
}

export interface Deployment {
  stacks: Stack[];
  createdAttributes: Map<string, Record<string, string>>;
}

export const findResources = (deployment: Deployment, type: string): Resource[] =>
  deployment.stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .filter(([, { Condition }]) => Condition === undefined || isConditionTrue(deployment, stack, Condition))
      .map(([logicalId]) => ({ stack, logicalId })),
  );

export const getSingleResource = (deployment: Deployment, type: string): Resource => {
  const [first, ...others] = findResources(deployment, type);
  if (first !== undefined && others.length === 0) return first;
  throw new LocalError(
    `The assembly has ${others.length + (first ? 1 : 0)} resources of type ${type}; exactly one is supported.`,
  );
};

/** Resolves only the properties in the schema, so unsupported ones elsewhere do no harm. */
export const readProperties = <Schema extends z.ZodObject>(
  deployment: Deployment,
  resource: Resource,
  schema: Schema,
): z.infer<Schema> => {
  const supported = Object.entries(rawProperties(resource)).filter(([name]) => name in schema.shape);
  return parseProperties(deployment, resource, schema, Object.fromEntries(supported));
};

/** Refuses a property outside the schema, because nothing else would notice that it is ignored. */
export const readAllProperties = <Schema extends z.ZodObject>(
  deployment: Deployment,
  resource: Resource,
  schema: Schema,
): z.infer<Schema> => parseProperties(deployment, resource, schema, rawProperties(resource));

const parseProperties = <Schema extends z.ZodObject>(
  deployment: Deployment,
  resource: Resource,
  schema: Schema,
  properties: Record<string, unknown>,
): z.infer<Schema> => {
  const { stack, logicalId } = resource;
  const parsed = schema.safeParse(resolve(properties, createScope(deployment, stack, logicalId)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new LocalError(
    `${qualifiedName(resource)}: ${issue?.path.join('.') || 'a property'} is not supported locally: ${issue?.message}.`,
  );
};

export const resolveIdentity = (deployment: Deployment, resource: Resource): ResourceIdentity => {
  const { stack, logicalId } = resource;
  const type = stack.template.Resources[logicalId]?.Type ?? 'unknown';
  const identity = identifyResource(type, stack.name, logicalId, (name) => {
    const value = resolve(rawProperties(resource)[name], createScope(deployment, stack, logicalId));
    return typeof value === 'string' ? value : undefined;
  });
  if (identity !== undefined) return { ...identity, ...deployment.createdAttributes.get(qualifiedName(resource)) };
  throw new LocalError(`${qualifiedName(resource)}: resources of type ${type} are not supported locally.`);
};

/** Adds attributes that are known only after creation, such as a stream ARN or a queue URL. */
export const addAttributes = (deployment: Deployment, resource: Resource, attributes: Record<string, string>): void => {
  deployment.createdAttributes.set(qualifiedName(resource), {
    ...deployment.createdAttributes.get(qualifiedName(resource)),
    ...attributes,
  });
};

export const qualifiedName = ({ stack, logicalId }: Resource): string => `${stack.name}/${logicalId}`;

const rawProperties = ({ stack, logicalId }: Resource): Record<string, unknown> =>
  stack.template.Resources[logicalId]?.Properties ?? {};

const createScope = (deployment: Deployment, stack: Stack, elementName: string): Scope => {
  const location = `${stack.name}/${elementName}`;
  return {
    location,
    ref: (id) =>
      pseudoParameter(stack, id) ??
      stack.template.Parameters[id]?.Default ??
      resolveIdentity(deployment, { stack, logicalId: id }).Ref,
    getAtt: (logicalId, attribute) => {
      const value = resolveIdentity(deployment, { stack, logicalId })[attribute];
      if (value !== undefined) return value;
      throw new LocalError(`${location}: the attribute ${logicalId}.${attribute} is not supported locally.`);
    },
    importValue: (name) => importValue(deployment, name, location),
    findInMap: (map, key, secondKey) => stack.template.Mappings[map]?.[key]?.[secondKey],
    condition: (name) => isConditionTrue(deployment, stack, name),
  };
};

const pseudoParameter = (stack: Stack, name: string): string | symbol | undefined => {
  const parameters: Record<string, string | symbol> = {
    'AWS::Region': region,
    'AWS::AccountId': accountId,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack.name,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/${stack.name}/local`,
    'AWS::NoValue': noValue,
  };
  return parameters[name];
};

const isConditionTrue = (deployment: Deployment, stack: Stack, name: string): boolean =>
  resolve(stack.template.Conditions[name], createScope(deployment, stack, name)) === true;

const importValue = (deployment: Deployment, name: string, location: string): unknown => {
  for (const stack of deployment.stacks) {
    for (const [id, { Export, Value }] of Object.entries(stack.template.Outputs)) {
      const scope = createScope(deployment, stack, id);
      if (Export !== undefined && resolve(Export.Name, scope) === name) return resolve(Value, scope);
    }
  }
  throw new LocalError(`${location}: no stack in the assembly exports ${name}.`);
};
