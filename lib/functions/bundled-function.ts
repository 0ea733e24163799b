import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

export interface BundledFunctionProps {
  /** The folder that holds the bundle's `index.js`. */
  bundleDir: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  /** Lets the function call itself through a queue; Lambda else stops such a chain after about 16 calls. */
  recursive?: boolean;
  /** What the function may do, besides writing its own logs. */
  statements: PolicyStatement[];
  /** Where the function's metrics go. */
  metricsNamespace: string;
  settings: Settings;
}

/** A function with a log group and a role of its own, so that neither retention nor rights come from a default. */
export class BundledFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: props.settings.logRetention,
      removalPolicy: props.settings.removalPolicy,
    });
    this.function = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(props.bundleDir),
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.recursive ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      environment: {
        LOG_LEVEL: props.settings.logLevel,
        METRICS_NAMESPACE: props.metricsNamespace,
        ...props.environment,
      },
      // Whoever wants the version before back has to find it.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      logGroup,
      role: this.createRole(logGroup, props.statements),
    });
  }

  /** Not Lambda's managed policy, which may write to every log group of the account. */
  private createRole(logGroup: LogGroup, statements: PolicyStatement[]): Role {
    const writeLogs = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Rights: new PolicyDocument({ statements: [writeLogs, ...statements] }) },
    });
  }
}
