import { useQueryClient } from '@tanstack/react-query';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import type { ExampleId } from '../../../../functions/model/playground/playground.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { CodeBlock } from '../../../components/content/code-block.tsx';
import { Tabs } from '../../../components/content/tabs.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { useSession } from '../../../context/session.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import { parseObject } from '../parse-object.ts';
import page from '../playground-page.module.css';
import { conversationQuery } from '../results/use-conversation.ts';
import type { PlaygroundKey } from '../use-playground-key.ts';
import { BodyField } from './body-field.tsx';
import { toClientCode, toCurl } from './code.ts';
import { ExampleResultView } from './example-result.tsx';
import { type ExampleContext, toRequest } from './requests.ts';

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
  const { id: workspaceId } = useWorkspace();
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
        params: { workspace_id: workspaceId, example },
        input: { api_key: secret, ...(id ? { id } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) },
      },
      { onSuccess: () => void queries.invalidateQueries({ queryKey: [conversationQuery] }) },
    );
  };
  return (
    <div className={page.section}>
      <p className={page.muted}>{texts.texts[example].lead}</p>
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
          code={code === 'curl' ? toCurl(api_base_url, request) : toClientCode(api_base_url, example, request)}
        />
      </Tabs>
      <div className={page.row}>
        <Button
          variant="primary"
          isPending={run.isPending || playgroundKey.isPending}
          isDisabled={isBroken || needsConversation}
          onPress={() => void start().catch(() => undefined)}
        >
          <Play aria-hidden="true" />
          {texts.run}
        </Button>
        {needsConversation && <span className={page.muted}>{texts.needsConversation}</span>}
      </div>
      {playgroundKey.error && <Problem error={playgroundKey.error} title={playgroundTexts.key.failed} />}
      {run.error && <Problem error={run.error} title={texts.failed} />}
      {run.data && <ExampleResultView result={run.data.data} />}
    </div>
  );
};
