import { describe, expect, it } from 'vitest';
import { lintWorkflow } from '../../../tools/workflows/lint.ts';

const toExpression = (text: string): string => `$\{{ ${text} }}`;
const workflow = `
on: push
jobs:
  build:
    runs-on: ubuntu-24.04
    permissions:
      contents: read
    steps:
      - run: npm test
`;

/** The language service caches by path, so each case has its own. */
const faulty = [
  {
    path: '.github/workflows/unknown-permission.yml',
    text: workflow.replace('contents', 'content'),
    fault: ":7 Unexpected value 'content'",
  },
  {
    path: '.github/workflows/unknown-job.yml',
    text: workflow.replace('runs-on', 'needs: test\n    runs-on'),
    fault: ":5 Value 'test' is not valid",
  },
  {
    path: '.github/workflows/bad-expression.yml',
    text: workflow.replace('npm test', toExpression('format(')),
    fault: ":9 Unexpected end of expression: '('",
  },
  {
    path: '.github/workflows/unknown-step.yml',
    text: workflow.replace('npm test', toExpression('steps.a.outputs.b')),
    fault: ':9 Context access might be invalid: a',
  },
  {
    path: '.github/actions/example/action.yml',
    text: 'name: a\ndescription: b\nruns:\n  using: compost\n  steps: []\n',
    fault: ":4 Unexpected value 'compost'",
  },
];

describe('lintWorkflow', () => {
  it('a correct workflow has no faults', async () => {
    expect(await lintWorkflow('.github/workflows/correct.yml', workflow)).toEqual([]);
  });

  it.each(faulty)('the fault in $path is reported with its line', async ({ path, text, fault }) => {
    expect(await lintWorkflow(path, text)).toContain(`${path}${fault}`);
  });
});
