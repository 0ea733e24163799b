import * as z from 'zod';
import { LocalError } from '../local-error.ts';
import {
  type Deployment,
  findResources,
  qualifiedName,
  readProperties,
  resolveIdentity,
} from '../template/deployment.ts';

const codeSchema = z.object({ Code: z.object({ S3Key: z.string().optional() }), Runtime: z.string().optional() });
const roleSchema = z.object({ Role: z.string() });
const settingsSchema = z.object({
  Handler: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
});
const environmentSchema = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).default({ Variables: {} }),
});

export interface FunctionDefinition {
  logicalId: string;
  name: string;
  arn: string;
  codeDir: string;
  handler: string;
  timeoutSeconds: number;
  memoryMb: number;
  roleArn: () => string;
  /** Resolved on demand: an unsupported variable fails only calls of this function. */
  environment: () => Record<string, string>;
}

export const readFunctions = (deployment: Deployment): FunctionDefinition[] =>
  findResources(deployment, 'AWS::Lambda::Function').flatMap((resource) => {
    const { Code, Runtime } = readProperties(deployment, resource, codeSchema);
    if (Code.S3Key === undefined || !Runtime?.startsWith('nodejs')) return [];
    const codeDir = resource.stack.assetFolders.get(Code.S3Key);
    if (codeDir === undefined)
      throw new LocalError(`${qualifiedName(resource)}: the assembly has no asset ${Code.S3Key}.`);
    const settings = readProperties(deployment, resource, settingsSchema);
    const { Ref: name, Arn: arn = '' } = resolveIdentity(deployment, resource);
    return {
      logicalId: resource.logicalId,
      name,
      arn,
      codeDir,
      handler: settings.Handler,
      timeoutSeconds: settings.Timeout,
      memoryMb: settings.MemorySize,
      roleArn: () => readProperties(deployment, resource, roleSchema).Role,
      environment: () => readProperties(deployment, resource, environmentSchema).Environment.Variables,
    };
  });
