import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdk from '../cdk.json' with { type: 'json' };
import type { Consumer } from '../functions/consumers/consumers.ts';
import { deployed } from '../functions/deployed.ts';
import { DataStack } from './data-stack.ts';
import { bundle } from './functions/bundle.ts';
import { type DeployedEndpoint, ServiceStack } from './service-stack.ts';
import { getSettings } from './settings.ts';

export interface AppOptions {
  /** Names from the settings. */
  environments: readonly string[];
  endpoints: readonly DeployedEndpoint[];
  consumers: readonly Consumer[];
  /** Where the assembly goes; without it, where the CDK command line wishes. */
  outDir?: string;
  /** Checks the templates against CloudFormation's rules, which takes longer than all the rest. */
  validate: boolean;
}

/** Bundles the functions, writes the assembly of these environments and returns its folder. */
export const synthesizeApp = (options: AppOptions): string => {
  // A mistyped name should not have to wait for the bundling.
  for (const environment of options.environments) getSettings(environment);
  // A new folder each time, because CDK remembers for the life of the process what it found in a folder. The assembly
  // holds copies, so the bundles need not stay.
  const bundleDir = mkdtempSync(join(tmpdir(), 'switchboard-bundles-'));
  try {
    bundle(toEntryPoints(options), bundleDir);
    return createApp({ ...options, bundleDir }).synth().directory;
  } finally {
    rmSync(bundleDir, { recursive: true, force: true });
  }
};

/** The stacks of these environments, all on the same bundles. */
export const createApp = (options: AppOptions & { bundleDir: string }): App => {
  const { environments, endpoints, consumers, outDir, validate, bundleDir } = options;
  const app = new App({
    ...(outDir === undefined ? {} : { outdir: resolve(outDir) }),
    // The command line passes these flags too; a program gets the same templates only if they are read here.
    context: cdk.context,
    analyticsReporting: false,
    autoSynth: false,
    builtinCloudFormationValidation: validate,
  });
  for (const environment of environments) {
    const settings = getSettings(environment);
    const data = new DataStack(app, `Switchboard-${environment}-data`, settings);
    new ServiceStack(app, `Switchboard-${environment}-service`, {
      environment,
      settings,
      data,
      endpoints,
      consumers,
      bundleDir,
    });
  }
  return app;
};

/** Every function's file, by the name of its bundle. */
const toEntryPoints = ({ endpoints, consumers }: AppOptions): Record<string, string> =>
  Object.fromEntries(
    [...endpoints, ...consumers].map(({ name, entry }) => [name, resolve(import.meta.dirname, '..', entry)]),
  );

/** Writes the assembly of one environment without the command line, for programs that read or run it. */
export const synthesize = async (environment: string, outDir: string): Promise<string> =>
  synthesizeApp({
    environments: [environment],
    ...deployed,
    outDir,
    validate: false,
  });
