import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { consumers } from '../../functions/consumers/consumers.ts';
import { receivers } from '../../functions/receivers/receivers.ts';
import { environments } from '../../lib/settings.ts';
import { nagExceptions } from './fixture/nag-exceptions.ts';
import { withApp } from './fixture/stacks.ts';

interface Finding {
  rule: string;
  path: string;
}

const findings: Finding[] = withApp(
  { environments: Object.keys(environments), endpoints: [...endpoints, ...receivers], consumers },
  (app) => {
    app.synth();
    return new AwsSolutionsChecks(app)
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => ({ rule: ruleName, path: constructPath ?? 'nowhere' })),
      );
  },
);

describe('the rules of cdk-nag for AWS solutions', () => {
  it('are kept in all stacks, but for the exceptions that have a reason', () => {
    const excused = ({ rule, path }: Finding): boolean =>
      nagExceptions.some((exception) => exception.rule === rule && exception.path.test(path));
    expect(findings.filter((finding) => !excused(finding))).toEqual([]);
  });

  it.each(nagExceptions)('need the exception from $rule at $path', ({ rule, path }) => {
    expect(findings.filter((finding) => finding.rule === rule && path.test(finding.path))).not.toEqual([]);
  });
});
