import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { generateKey } from '../../functions/domain/access/key-format.ts';
import type { PublicErrorCode } from '../../functions/model/api-error.ts';

interface Check {
  name: string;
  url: string;
  headers?: Record<string, string>;
  status: number;
  body: z.ZodType;
}

interface CheckResult {
  name: string;
  /** Undefined if the check passed. */
  fault: string | undefined;
}

interface Patience {
  attemptsMax: number;
  waitMs: number;
}

/** A new stage or permission takes effect some seconds after the deployment. */
const defaultPatience: Patience = { attemptsMax: 10, waitMs: 3_000 };
const timeoutMs = 30_000;

export const checkDeployment = async (
  deployment: Deployment,
  patience: Patience = defaultPatience,
): Promise<CheckResult[]> =>
  Promise.all(
    listChecks(deployment).map(async (check) => ({ name: check.name, fault: await findLastingFault(check, patience) })),
  );

const listChecks = ({ baseUrl, dashboardUrl }: Deployment): Check[] => [
  {
    name: 'GET /openapi.json is 200 with the API description',
    url: `${baseUrl}/openapi.json`,
    status: 200,
    body: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  },
  {
    name: 'GET /me without a key is 401 unauthorized',
    url: `${baseUrl}/me`,
    status: 401,
    body: errorBody('unauthorized'),
  },
  {
    // Its checksum is right, so the function has to look it up in the table.
    name: 'GET /me with an unknown key is 401 unauthorized',
    url: `${baseUrl}/me`,
    headers: { Authorization: `Bearer ${generateKey()}` },
    status: 401,
    body: errorBody('unauthorized'),
  },
  {
    name: 'GET of an unknown path is 404 not_found',
    url: `${baseUrl}/nothing`,
    status: 404,
    body: errorBody('not_found'),
  },
  ...(dashboardUrl === undefined
    ? []
    : [
        {
          name: 'the dashboard is 200 with a page',
          url: dashboardUrl,
          status: 200,
          body: z.string().includes('<html'),
        },
      ]),
];

const errorBody = (code: PublicErrorCode) =>
  z.strictObject({ error: z.strictObject({ code: z.literal(code), message: z.string() }) });

const findLastingFault = async (check: Check, { attemptsMax, waitMs }: Patience): Promise<string | undefined> => {
  let fault: string | undefined;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (attempt > 1) await delay(waitMs);
    fault = await findFault(check);
    if (fault === undefined) return undefined;
  }
  return fault;
};

const findFault = async ({ url, headers = {}, status, body }: Check): Promise<string | undefined> => {
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    if (response.status === status && body.safeParse(parseJson(text)).success) return undefined;
    return `${response.status} ${text.slice(0, 200)}`;
  } catch (error) {
    return error instanceof Error ? String(error.cause ?? error) : String(error);
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

interface Deployment {
  baseUrl: string;
  dashboardUrl?: string | undefined;
}

const outputsShape = z.record(
  z.string(),
  z.looseObject({ BaseUrl: z.url().optional(), DashboardUrl: z.url().optional() }),
);

/** Finds the addresses in the file that `cdk deploy --outputs-file` writes. */
export const readDeployment = (outputsJson: string, environment: string): Deployment => {
  const outputs = outputsShape.parse(JSON.parse(outputsJson));
  const stack = `Switchboard-${environment}-service`;
  const baseUrl = outputs[stack]?.BaseUrl;
  if (baseUrl === undefined)
    throw new Error(`The outputs have no BaseUrl of ${stack}. Deploy it with --outputs-file first.`);
  return { baseUrl, dashboardUrl: outputs[`Switchboard-${environment}-dashboard`]?.DashboardUrl };
};

const help = `Calls a deployed environment without credentials and checks its responses.

  npm run -s smoke -- --env staging --outputs outputs.json

"npx cdk deploy --outputs-file outputs.json" writes the file.
`;

export const main = async (args: string[]): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: { env: { type: 'string' }, outputs: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help || values.env === undefined || values.outputs === undefined) {
    process.stdout.write(help);
    return values.help ? 0 : 1;
  }
  const results = await checkDeployment(readDeployment(readFileSync(values.outputs, 'utf8'), values.env));
  for (const { name, fault } of results)
    process.stdout.write(fault === undefined ? `passed  ${name}\n` : `FAILED  ${name}: ${fault}\n`);
  return results.every(({ fault }) => fault === undefined) ? 0 : 1;
};
