import * as z from 'zod/mini';
import type { Request } from '../http/route.ts';
import { isObject } from '../json.ts';
import { SimulatorError } from '../simulator-error.ts';

export const readBody = <Shape extends z.ZodMiniType>(schema: Shape, { body }: Request): z.output<Shape> => {
  const input = parseObject(body);
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  throw new SimulatorError('bad_request', describeIssue(result.error.issues[0], input));
};

const parseObject = (bytes: Buffer): unknown => {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (isObject(value)) return value;
  } catch {
    throw new SimulatorError('bad_request', 'The body must be JSON.');
  }
  throw new SimulatorError('bad_request', 'The body must be a JSON object.');
};

const describeIssue = (issue: z.core.$ZodIssue | undefined, input: unknown): string => {
  if (!issue) return 'The body is not valid.';
  if (issue.code === 'unrecognized_keys') return `Unknown field "${[...issue.path, issue.keys[0]].join('.')}".`;
  const value = issue.path.reduce<unknown>((part, key) => (isObject(part) ? part[String(key)] : part), input);
  return `"${issue.path.join('.')}" ${value === undefined ? 'is required' : issue.message}.`;
};
