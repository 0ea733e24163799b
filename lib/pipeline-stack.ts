import { App, CfnOutput, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import { FederatedPrincipal, OidcProviderNative, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import cdk from '../cdk.json' with { type: 'json' };
import type { PipelineSettings } from './pipeline/settings.ts';
import type { Settings } from './settings.ts';

interface PipelineStackProps {
  environment: string;
  settings: Settings;
  pipeline: PipelineSettings;
}

/** Makes an account accept the tokens of GitHub's jobs. An account can have it only once. */
class PipelineIssuerStack extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id, { description: 'Switchboard: GitHub as an identity provider', terminationProtection: true });
    new OidcProviderNative(this, 'GitHub', { url: `https://${issuerHost}`, clientIds: [audience] });
  }
}

/** The roles of the jobs that deploy an environment and compare it with a pull request. */
class PipelineStack extends Stack {
  private readonly props: PipelineStackProps;

  constructor(scope: Construct, id: string, props: PipelineStackProps) {
    super(scope, id, {
      description: `Switchboard: the roles with which GitHub deploys ${props.environment}`,
      terminationProtection: true,
    });
    this.props = props;
    const { environment, pipeline } = props;
    this.addRole('DeployRole', this.assumeBootstrapRoles(), {
      subjects: [`environment:${environment}`],
      branch: pipeline.branch,
    });
    this.addRole('DiffRole', this.readTemplates(), { subjects: ['pull_request', `ref:refs/heads/${pipeline.branch}`] });
  }

  private addRole(id: string, statement: PolicyStatement, jobs: TrustedJobs): void {
    const role = new Role(this, id, { assumedBy: trustJobs(this, this.props.pipeline, jobs) });
    role.addToPolicy(statement);
    new CfnOutput(this, `${id}Arn`, { value: role.roleArn });
  }

  private assumeBootstrapRoles(): PolicyStatement {
    const roles = ['deploy-role', 'file-publishing-role', 'lookup-role'].flatMap((role) =>
      this.listRegions().map(
        (region) => `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${role}-${this.account}-${region}`,
      ),
    );
    return new PolicyStatement({
      actions: ['sts:AssumeRole'],
      resources: roles.map((resourceName) =>
        this.formatArn({ service: 'iam', region: '', resource: 'role', resourceName }),
      ),
    });
  }

  /** Leaves out the lookup role, which may read nearly everything in the account. */
  private readTemplates(): PolicyStatement {
    return new PolicyStatement({
      actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
      resources: this.listRegions().map((region) =>
        this.formatArn({
          service: 'cloudformation',
          region,
          resource: 'stack',
          resourceName: `Switchboard-${this.props.environment}-*/*`,
        }),
      ),
    });
  }

  /** The edge stack is always in us-east-1, and the copies are in the second region. */
  private listRegions(): string[] {
    const { dashboard, secondRegion } = this.props.settings;
    return [
      ...new Set([this.region, ...(dashboard?.firewall ? ['us-east-1'] : []), ...(secondRegion ? [secondRegion] : [])]),
    ];
  }
}

export const createPipelineApp = (
  environments: Readonly<Record<string, Settings>>,
  pipeline: PipelineSettings,
  { outDir, validate }: { outDir?: string; validate: boolean },
): App => {
  const app = new App({
    ...(outDir === undefined ? {} : { outdir: outDir }),
    context: cdk.context,
    analyticsReporting: false,
    autoSynth: false,
    builtinCloudFormationValidation: validate,
  });
  new PipelineIssuerStack(app, 'Switchboard-pipeline-issuer');
  for (const [environment, settings] of Object.entries(environments))
    new PipelineStack(app, `Switchboard-pipeline-${environment}`, { environment, settings, pipeline });
  return app;
};

const issuerHost = 'token.actions.githubusercontent.com';
const audience = 'sts.amazonaws.com';

/** The ends of the subjects that a role trusts, and the branch where the subject does not name it. */
interface TrustedJobs {
  subjects: readonly string[];
  branch?: string;
}

/** Jobs of the one repository. The issuer has the same ARN in every account. */
const trustJobs = (
  scope: Construct,
  { repository }: PipelineSettings,
  { subjects, branch }: TrustedJobs,
): FederatedPrincipal =>
  new FederatedPrincipal(
    Stack.of(scope).formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: issuerHost }),
    {
      StringEquals: {
        [`${issuerHost}:aud`]: audience,
        [`${issuerHost}:sub`]: subjects.flatMap((subject) => toSubjects(repository, subject)),
        [`${issuerHost}:repository_id`]: String(repository.id),
        ...(branch === undefined ? {} : { [`${issuerHost}:ref`]: `refs/heads/${branch}` }),
      },
    },
    'sts:AssumeRoleWithWebIdentity',
  );

/** GitHub sends the form with the ids or the one without, depending on the age and settings of the repository. */
const toSubjects = ({ owner, ownerId, name, id }: PipelineSettings['repository'], subject: string): string[] => [
  `repo:${owner}/${name}:${subject}`,
  `repo:${owner}@${ownerId}/${name}@${id}:${subject}`,
];
