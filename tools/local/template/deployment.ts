import type * as z from 'zod';
import { LocalError } from '../local-error.ts';
import type { Stack } from './assembly.ts';
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
  };
};

const pseudoParameter = (stack: Stack, name: string): string | undefined => {
  const parameters: Record<string, string> = {
    'AWS::Region': region,
    'AWS::AccountId': accountId,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack.name,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/${stack.name}/local`,
  };
  return parameters[name];
};

const importValue = (deployment: Deployment, name: string, location: string): unknown => {
  for (const stack of deployment.stacks) {
    for (const [id, { Export, Value }] of Object.entries(stack.template.Outputs)) {
      const scope = createScope(deployment, stack, id);
      if (Export !== undefined && resolve(Export.Name, scope) === name) return resolve(Value, scope);
    }
  }
  throw new LocalError(`${location}: no stack in the assembly exports ${name}.`);
};

export interface Scope {
  location: string;
  ref: (logicalId: string) => unknown;
  getAtt: (logicalId: string, attribute: string) => unknown;
  importValue: (exportName: string) => unknown;
}

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, scope) => scope.ref(resolveText(argument, scope)),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId = '', attribute = ''] = resolveTexts(argument, scope);
    return scope.getAtt(logicalId, attribute);
  },
  'Fn::Sub': (argument, scope) =>
    resolveText(argument, scope).replace(/\$\{([^}]+)\}/g, (_, name: string) => String(scope.ref(name))),
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = resolveList(argument, scope);
    return resolveTexts(parts, scope).join(resolveText(separator, scope));
  },
  'Fn::Split': (argument, scope) => {
    const [separator, source] = resolveTexts(argument, scope);
    return (source ?? '').split(separator ?? '');
  },
  'Fn::Select': (argument, scope) => {
    const [index, items] = resolveList(argument, scope);
    const selected = resolveList(items, scope)[Number(resolve(index, scope))];
    if (selected === undefined) throw new LocalError(`${scope.location}: Fn::Select has no element with this index.`);
    return resolve(selected, scope);
  },
  'Fn::ImportValue': (argument, scope) => scope.importValue(resolveText(argument, scope)),
};

export const resolve = (value: unknown, scope: Scope): unknown => {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope));
  if (!isObject(value)) return value;
  const [name, ...others] = Object.keys(value);
  if (name !== undefined && others.length === 0) {
    const intrinsic = intrinsics[name];
    if (intrinsic !== undefined) return intrinsic(value[name], scope);
    if (name.startsWith('Fn::')) throw new LocalError(`${scope.location}: ${name} is not supported locally.`);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, scope)]));
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const resolveList = (value: unknown, scope: Scope): unknown[] => {
  const resolved = Array.isArray(value) ? value : resolve(value, scope);
  if (!Array.isArray(resolved)) throw new LocalError(`${scope.location}: an intrinsic function expects a list here.`);
  return resolved;
};

const resolveText = (value: unknown, scope: Scope): string => {
  const resolved = resolve(value, scope);
  if (typeof resolved === 'string' || typeof resolved === 'number' || typeof resolved === 'boolean') {
    return String(resolved);
  }
  throw new LocalError(`${scope.location}: an intrinsic function expects a string here.`);
};

const resolveTexts = (value: unknown, scope: Scope): string[] =>
  resolveList(value, scope).map((item) => resolveText(item, scope));
