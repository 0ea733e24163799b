import { useQueryClient } from '@tanstack/react-query';
import Play from 'lucide-react/icons/play';
import { useId, useState } from 'react';
import type { ExampleId, ExampleResult } from '../../../functions/model/playground/playground.ts';
import { toCurl } from '../../../functions/model/samples.ts';
import { useOperation } from '../../api/use-operation.ts';
import { CodeBlock } from '../../components/content/code-block.tsx';
import content from '../../components/content/content.module.css';
import { JsonView } from '../../components/content/json-view.tsx';
import { Tabs } from '../../components/content/tabs.tsx';
import { Button } from '../../components/controls/button.tsx';
import field from '../../components/controls/fields.module.css';
import { Badge } from '../../components/feedback/badge.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { useSession } from '../../context/session.ts';
import { playgroundTexts } from '../../texts/en/playground.ts';
import { type ExampleContext, parseObject, toClientCode, toRequest } from './example-requests.ts';
import styles from './playground.module.css';
import { conversationQuery } from './use-conversation.ts';
import type { PlaygroundKey } from './use-playground-key.ts';

const texts = playgroundTexts.examples;

const languages = ['curl', 'client'] as const;

interface ExampleFormProps {
  example: ExampleId;
  context: ExampleContext;
  code: (typeof languages)[number];
  onCode: (code: (typeof languages)[number]) => void;
  playgroundKey: PlaygroundKey;
}

export const ExampleForm = ({ example, context, code, onCode, playgroundKey }: ExampleFormProps) => {
  const { api_base_url } = useSession();
  const [draft, setDraft] = useState<string>();
  const run = useOperation('runExample', ['getPlayground']);
  const queries = useQueryClient();
  const proposed = toRequest(example, context);
  const bodyText = draft ?? JSON.stringify(proposed.body, null, 2);
  const body = proposed.body && parseObject(bodyText);
  const isBroken = proposed.body !== undefined && body === undefined;
  const needsConversation = example === 'listMessages' && proposed.id === undefined;
  const request = { ...proposed, ...(body ? { body } : {}) };
  const start = async () => {
    const { secret } = await playgroundKey.ensure();
    const { id, query } = request;
    run.mutate(
      {
        params: { example },
        input: { api_key: secret, ...(id ? { id } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) },
      },
      { onSuccess: () => void queries.invalidateQueries({ queryKey: [conversationQuery] }) },
    );
  };
  return (
    <div className={content.section}>
      {proposed.body && (
        <BodyField
          value={bodyText}
          onChange={setDraft}
          onReset={draft === undefined ? undefined : () => setDraft(undefined)}
          error={isBroken ? texts.notJson : undefined}
        />
      )}
      <Tabs
        label={texts.code}
        tabs={languages.map((value) => ({ value, label: texts.languages[value] }))}
        value={code}
        onChange={onCode}
      >
        <CodeBlock
          label={texts.languages[code]}
          isScrollable
          code={
            code === 'curl'
              ? toCurl({ baseUrl: api_base_url, ...request })
              : toClientCode(api_base_url, example, request)
          }
        />
      </Tabs>
      <div className={content.row}>
        <Button
          variant="primary"
          isPending={run.isPending || playgroundKey.isPending}
          isDisabled={isBroken || needsConversation}
          onPress={() => void start().catch(() => undefined)}
        >
          <Play aria-hidden="true" />
          {texts.run}
        </Button>
        {needsConversation && <span className={styles.muted}>{texts.needsConversation}</span>}
      </div>
      {playgroundKey.error && <Problem error={playgroundKey.error} title={playgroundTexts.key.failed} />}
      {run.error && <Problem error={run.error} title={texts.failed} />}
      {run.data && <ExampleResultView result={run.data.data} />}
    </div>
  );
};

interface BodyFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Missing while the body is unchanged. */
  onReset: (() => void) | undefined;
  error: string | undefined;
}

const BodyField = ({ value, onChange, onReset, error }: BodyFieldProps) => {
  const id = useId();
  return (
    <div className={field.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={field.fieldLabel}>
          {texts.body}
        </label>
        {onReset && (
          <Button size="small" variant="ghost" onPress={onReset}>
            {texts.reset}
          </Button>
        )}
      </div>
      <textarea
        id={id}
        className={styles.body}
        value={value}
        rows={value.split('\n').length}
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error && (
        <span id={`${id}-error`} role="alert" className={field.error}>
          {error}
        </span>
      )}
    </div>
  );
};

const ExampleResultView = ({ result: { status, duration_ms, request_id, body } }: { result: ExampleResult }) => {
  const value = parseObject(body);
  const error = value?.['error'] as { message?: unknown } | undefined;
  return (
    <section className={content.section} aria-label={texts.result}>
      <div className={content.row} role="status">
        <Badge tone={status < 300 ? 'ok' : 'bad'}>{String(status)}</Badge>
        <span className={styles.muted}>{texts.took(duration_ms)}</span>
        {typeof error?.message === 'string' && <span>{error.message}</span>}
      </div>
      {value ? (
        <JsonView label={texts.response} value={value} />
      ) : (
        <CodeBlock label={texts.response} code={body} isScrollable />
      )}
      {request_id && (
        <p className={styles.muted}>
          {texts.requestId} <code>{request_id}</code>
        </p>
      )}
    </section>
  );
};
