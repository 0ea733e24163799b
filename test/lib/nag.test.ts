import { describe, expect, inject, it } from 'vitest';
import { nagExceptions } from './fixture/nag-exceptions.ts';

const { nagFindings } = inject('cdk');

describe('cdk-nag rules for AWS solutions', () => {
  it('every finding has an exception with a reason', () => {
    const unexplained = nagFindings.filter(
      (finding) => !nagExceptions.some(({ rule, path }) => rule === finding.rule && path.test(finding.path)),
    );
    expect(unexplained).toEqual([]);
  });

  it.each(nagExceptions)('the exception from $rule at $path is still needed', ({ rule, path }) => {
    expect(nagFindings.filter((finding) => finding.rule === rule && path.test(finding.path))).not.toEqual([]);
  });
});
