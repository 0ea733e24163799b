import { describe, expect, it } from 'vitest';
import { readDeployment } from '../../../tools/smoke/checks.ts';

const outputs = {
  'Switchboard-staging-data': { UserPoolId: 'pool' },
  'Switchboard-staging-service': { BaseUrl: 'https://api.example.com/v1', TableName: 'table' },
  'Switchboard-staging-dashboard': { DashboardUrl: 'https://dashboard.example.com' },
};

describe('readDeployment', () => {
  it('the addresses of the environment are found among the outputs of all stacks', () => {
    expect(readDeployment(JSON.stringify(outputs), 'staging')).toEqual({
      baseUrl: 'https://api.example.com/v1',
      dashboardUrl: 'https://dashboard.example.com',
    });
  });

  it('outputs of another environment are refused with the stack that is missing', () => {
    expect(() => readDeployment(JSON.stringify(outputs), 'production')).toThrow(
      'The outputs have no BaseUrl of Switchboard-production-service. Deploy it with --outputs-file first.',
    );
  });
});
