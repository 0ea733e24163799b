import type { ExampleResult } from '../../../../functions/model/playground/playground.ts';
import { CodeBlock } from '../../../components/content/code-block.tsx';
import { JsonView } from '../../../components/content/json-view.tsx';
import { Badge } from '../../../components/feedback/badge.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import { parseObject } from '../parse-object.ts';
import page from '../playground-page.module.css';

const texts = playgroundTexts.examples;

export const ExampleResultView = ({ result: { status, duration_ms, request_id, body } }: { result: ExampleResult }) => {
  const value = parseObject(body);
  const error = value?.['error'] as { message?: unknown } | undefined;
  return (
    <section className={page.section} aria-label={texts.result}>
      <div className={page.row} role="status">
        <Badge tone={status < 300 ? 'ok' : 'bad'}>{String(status)}</Badge>
        <span className={page.muted}>{texts.took(duration_ms)}</span>
        {typeof error?.message === 'string' && <span>{error.message}</span>}
      </div>
      {value ? <JsonView label={texts.response} value={value} /> : <CodeBlock label={texts.response} code={body} />}
      {request_id && (
        <p className={page.muted}>
          {texts.requestId} <code>{request_id}</code>
        </p>
      )}
    </section>
  );
};
