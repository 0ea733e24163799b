import { resolve } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import cdk from '../cdk.json' with { type: 'json' };
import type { ChatFunction } from '../functions/chat/functions.ts';
import type { Consumer } from '../functions/consumers/consumers.ts';
import type { DashboardFunction } from '../functions/dashboard/functions.ts';
import { deployed } from '../functions/deployed.ts';
import type { DeployedFunction } from '../functions/model/deployed-function.ts';
import { releaseCheck } from './api/release-check.ts';
import { buildChat } from './chat/build.ts';
import { defaultWebChat } from './chat/settings.ts';
import { ChatStack } from './chat-stack.ts';
import { checkSettings } from './check-settings.ts';
import { CopyStack } from './copy-stack.ts';
import { buildDashboard } from './dashboard/build.ts';
import { defaultDashboard } from './dashboard/settings.ts';
import { DashboardStack, EdgeStack } from './dashboard-stack.ts';
import { DataStack } from './data-stack.ts';
import { bundleOnce } from './functions/bundle.ts';
import { withParts } from './functions/parts.ts';
import { type DeployedEndpoint, ServiceStack } from './service-stack.ts';
import { getSettings, type Settings } from './settings.ts';

export interface DeployedFunctions {
  endpoints: readonly DeployedEndpoint[];
  consumers: readonly Consumer[];
  dashboardFunctions: readonly DashboardFunction[];
  chatFunctions: readonly ChatFunction[];
  authorizer: DeployedFunction;
}

export interface AppOptions extends DeployedFunctions {
  environments: Readonly<Record<string, Settings>>;
  outDir?: string;
  /** Checks the templates against CloudFormation's rules, which takes longer than the rest of the synthesis. */
  validate: boolean;
}

/** A service on this machine has these: the links get the address of the dashboard there. */
export const localParts: Pick<Settings, 'dashboard' | 'webChat' | 'email'> = {
  dashboard: defaultDashboard,
  webChat: { ...defaultWebChat, url: 'https://chat.example' },
  email: { sender: 'switchboard@mail.example', dashboardUrl: 'http://127.0.0.1' },
};

/** `parts` adds what the environment's settings do not have. */
export const synthesize = async (
  environment: string,
  outDir: string,
  parts: Partial<typeof localParts> = {},
): Promise<string> =>
  synthesizeApp({
    environments: { [environment]: { ...parts, ...getSettings(environment) } },
    ...deployed,
    outDir,
    validate: false,
  });

export const synthesizeApp = async (options: AppOptions): Promise<string> => {
  const [bundleDir, filesDir, chatDir] = await Promise.all([
    bundleFunctions(options),
    buildFiles(options),
    buildChatFiles(options),
  ]);
  return createApp({ ...options, bundleDir, filesDir, chatDir }).synth().directory;
};

export const bundleFunctions = (deployedFunctions: DeployedFunctions): Promise<string> => {
  const { endpoints, consumers, dashboardFunctions, chatFunctions, authorizer } = deployedFunctions;
  const functions = [...endpoints, ...consumers, ...dashboardFunctions, ...chatFunctions, authorizer, releaseCheck];
  return bundleOnce(Object.fromEntries(functions.map(({ name, entry }) => [name, entry])));
};

const buildFiles = async ({ environments }: AppOptions): Promise<string> =>
  Object.values(environments).some(({ dashboard }) => dashboard) ? buildDashboard() : '';

const buildChatFiles = async ({ environments }: AppOptions): Promise<string> =>
  Object.values(environments).some(({ webChat }) => webChat) ? buildChat() : '';

interface BuiltApp extends AppOptions {
  bundleDir: string;
  /** The front end; read only if an environment has a dashboard. */
  filesDir: string;
  /** The loader and the frame of the web chat; read only if an environment has it. */
  chatDir?: string;
}

export const createApp = (options: BuiltApp): App => {
  const { environments, endpoints, consumers, dashboardFunctions, chatFunctions, authorizer, outDir } = options;
  const { bundleDir, filesDir, chatDir = '', validate } = options;
  const app = new App({
    ...(outDir === undefined ? {} : { outdir: resolve(outDir) }),
    // The command line passes these flags by itself; other programs get the same templates only with them.
    context: cdk.context,
    analyticsReporting: false,
    treeMetadata: false,
    autoSynth: false,
    builtinCloudFormationValidation: validate,
  });
  for (const [environment, settings] of Object.entries(environments)) {
    checkSettings(environment, settings);
    const earlier = app.node.children.length;
    const { secondRegion } = settings;
    if (secondRegion !== undefined)
      new CopyStack(app, `Switchboard-${environment}-copies`, settings, { environment, region: secondRegion });
    const data = new DataStack(app, `Switchboard-${environment}-data`, { environment, settings });
    const service = new ServiceStack(app, `Switchboard-${environment}-service`, {
      environment,
      settings,
      data,
      endpoints,
      consumers: consumers.map((consumer) => withParts(consumer, settings)),
      authorizer,
      bundleDir,
    });
    const { dashboard, webChat } = settings;
    const chat = webChat
      ? new ChatStack(app, `Switchboard-${environment}-chat`, {
          settings,
          webChat,
          data,
          service,
          functions: chatFunctions.map((entry) => withParts(entry, settings)),
          bundleDir,
          chatDir,
        })
      : undefined;
    if (dashboard?.firewall) new EdgeStack(app, `Switchboard-${environment}-edge`, settings, dashboard.firewall);
    if (dashboard)
      new DashboardStack(app, `Switchboard-${environment}-dashboard`, {
        settings,
        dashboard,
        data,
        service,
        functions: dashboardFunctions.map((entry) => withParts(entry, settings)),
        bundleDir,
        filesDir,
        chatUrl: chat?.url,
      });
    tagStacks(app.node.children.slice(earlier), environment);
  }
  return app;
};

/** CloudFormation passes the tags of a stack on to its resources, so a bill can be read by environment. */
const tagStacks = (stacks: readonly IConstruct[], environment: string): void => {
  for (const { tags } of stacks.filter(Stack.isStack)) {
    tags.setTag('project', 'switchboard');
    tags.setTag('environment', environment);
  }
};
