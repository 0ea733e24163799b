import * as z from 'zod';

export interface Deployment {
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
