import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

export interface BundledFunctionProps {
  bundleDir: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  reservedConcurrency?: number | undefined;
  /** Allows the function to invoke itself through a queue; Lambda otherwise stops the loop after about 16 calls. */
  recursive?: boolean;
  statements: PolicyStatement[];
  /** Without one, the function has its own. */
  logGroup?: ILogGroup;
  metricsNamespace: string;
  settings: Settings;
}

export const addLogGroup = (scope: Construct, id: string, { logRetention, removalPolicy }: Settings): LogGroup =>
  new LogGroup(scope, id, { retention: logRetention, removalPolicy });

export class BundledFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    super(scope, id);
    const logGroup = props.logGroup ?? addLogGroup(this, 'Logs', props.settings);
    this.function = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(props.bundleDir),
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.reservedConcurrency === undefined ? {} : { reservedConcurrentExecutions: props.reservedConcurrency }),
      ...(props.recursive ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      environment: {
        LOG_LEVEL: props.settings.logLevel,
        METRICS_NAMESPACE: props.metricsNamespace,
        ...(props.settings.email ? { SENDS_MAIL: '1' } : {}),
        ...props.environment,
      },
      // CloudFormation deletes a version once its traffic has shifted. One that stayed behind after a rollback would keep
      // Lambda from publishing the same code again.
      currentVersionOptions: { removalPolicy: RemovalPolicy.DESTROY },
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Drops Lambda's start and report lines, which would double the log. Crashes and timeouts are warnings.
      systemLogLevelV2: SystemLogLevel.WARN,
      role: this.createRole(logGroup, props.statements),
    });
  }

  /** Lambda's managed policy would allow writing to every log group in the account. */
  private createRole(logGroup: ILogGroup, statements: PolicyStatement[]): Role {
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
