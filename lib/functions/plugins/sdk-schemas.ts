/**
 * Errors of reads and writes of items, and of no other service, keep their classes. Any other error keeps its name but
 * has the class that all errors of its service have.
 */
const itemErrors = new Set([
  'ConditionalCheckFailedException',
  'IdempotentParameterMismatchException',
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ResourceNotFoundException',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

const registration = /^n0_registry\.registerError\(.+, (\w+)\);$/gm;

/** `functions/platform/sdk/json-protocol.ts` reads only the name of an operation. */
const operation = /^(export var \w+\$ = \[9, n0, \w+,\s+(?:0|\{.*\}), )\(\) => \w+\$?, \(\) => \w+\$?\s\];$/gm;

/** It reads only the name and the class of an error. */
const errorMembers = /^(export var \w+\$ = \[-3, n0, \w+),\s+(?:0|\{.*\}),\s+\[.*\],\s+\[.*\]\s\];$/gm;

/** Simple types, lists, maps, structures and unions. */
const shape = /^(?:export )?var \w+\$? = \[[0-4], n0, [^;]*\];$/gm;

const shapeOrOperation = /^((?:export )?var \w+\$? = )(\[[0-49], n0, [^;]*\]);$/gm;

/** Drops the shapes of inputs and outputs from the schemas of a service that speaks JSON. */
export const leanSchemas = (schemas: string): string => {
  if ([registration, operation, errorMembers, shape].some((part) => schemas.search(part) < 0)) throw unknownSchemas();
  const isDynamodb = schemas.includes('"com.amazonaws.dynamodb"');
  return schemas
    .replaceAll(registration, (line, error: string) => (isDynamodb && itemErrors.has(error) ? line : ''))
    .replaceAll(operation, '$1"unit", "unit"];')
    .replaceAll(errorMembers, '$1, 0, [], []];')
    .replaceAll(shape, '');
};

/** Lets esbuild drop schemas that a bundle does not use: it keeps every object with a computed key. */
export const droppableSchemas = (schemas: string): string => {
  if (schemas.search(shapeOrOperation) < 0) throw unknownSchemas();
  return schemas.replaceAll(shapeOrOperation, '$1/* @__PURE__ */ (() => $2)();');
};

const unknownSchemas = (): Error =>
  new Error('The AWS SDK writes its schemas in another way. Adapt lib/functions/plugins/sdk-schemas.ts to it.');
