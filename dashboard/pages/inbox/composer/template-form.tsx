import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { type RenderedParts, renderTemplate } from '../../../../functions/model/templates/contents.ts';
import {
  type ListedTemplate,
  type ShownTemplate,
  templateFilterMax,
} from '../../../../functions/model/templates/listed-template.ts';
import { useLive, useLivePages } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { TemplateBubble } from '../../../components/templates/template-bubble.tsx';
import { isFillable, templateFields, toParams } from '../../../components/templates/template-fields.ts';
import { useSettled } from '../../../context/settled.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { plainName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import type { NewItem } from '../store/outbox.ts';
import { firstNameOf, templateKey } from '../words/names.ts';
import styles from './composer.module.css';
import type { DraftFields } from './drafts.ts';
import type { DraftState } from './use-draft-state.ts';

const texts = inboxPartsTexts.template;
const Combobox = lazyComponent(() => import('../../../components/overlays/combobox.tsx'), 'Combobox');

type Kept = DraftFields['template'];

interface TemplateFormProps {
  conversation: Pick<InboxConversation, 'contact'>;
  /** The template that was chosen and the values that were typed. */
  kept: Kept;
  onKeep: (kept: Kept) => void;
  onSend: (item: NewItem) => void;
  /** Absent while only a template can be sent. */
  onCancel: (() => void) | undefined;
  cancel?: string;
  /** The words of the button, if it does not send. */
  action?: string;
}

export const TemplateForm = ({ cancel = texts.cancel, action = texts.send, ...props }: TemplateFormProps) => {
  const { kept, onKeep, onCancel } = props;
  const { id: workspaceId } = useWorkspace();
  const { templates, ...pages } = useApproved('');
  const key = kept?.key;
  if (pages.error) return <Problem error={pages.error} title={texts.loadFailed} onRetry={() => void pages.refetch()} />;
  if (!pages.isRead) return <div className={styles.templateBox} aria-busy="true" />;
  const isNone = key === undefined && templates.length === 0 && !pages.hasNextPage;
  return (
    <div className={styles.templateBox}>
      {!isNone && <Chooser chosen={key} onChoose={(chosen) => onKeep({ key: chosen })} />}
      {key ? (
        <Filled key={key} chosen={key} cancel={cancel} action={action} {...props} />
      ) : (
        <p className={styles.bar}>
          <span className={styles.hint}>
            {isNone ? (
              <>
                {texts.none} <Link href={`/w/${workspaceId}/settings/templates`}>{texts.open}</Link>
              </>
            ) : (
              texts.chooseFirst
            )}
          </span>
          {onCancel && (
            <Button size="small" variant="ghost" onPress={onCancel}>
              {cancel}
            </Button>
          )}
        </p>
      )}
    </div>
  );
};

interface ReplyTemplateProps extends Pick<TemplateFormProps, 'conversation' | 'onSend' | 'onCancel'>, DraftState {
  /** It is only chosen, for the case that the window is closed. */
  isFallback: boolean;
  onChosen: () => void;
}

/** The template of a reply, or the fallback of its text. The draft keeps either. */
export const ReplyTemplate = ({ draft, change, isFallback, onChosen, onSend, ...rest }: ReplyTemplateProps) =>
  isFallback ? (
    <TemplateForm
      {...rest}
      action={inboxTexts.composer.useFallback}
      kept={draft.fallback}
      onKeep={(fallback) => change({ fallback })}
      onSend={({ body: { template }, shown: { values } }) => {
        if (template) change({ fallback: { key: templateKey(template), values, template } });
        onChosen();
      }}
    />
  ) : (
    <TemplateForm {...rest} kept={draft.template} onKeep={(template) => change({ template })} onSend={onSend} />
  );

const useApproved = (q: string) => {
  const filter = { status: 'APPROVED', ...(q && { q }) };
  const { data, error, refetch, hasNextPage, fetchNextPage } = useLivePages(
    'listTemplates',
    {},
    { filter, everyMs: false },
  );
  const all = data?.pages.flatMap((page): ListedTemplate[] => page.data) ?? [];
  const templates = all.filter(({ problem }) => problem === null);
  return { templates, isRead: data !== undefined, error, refetch, hasNextPage, fetchNextPage };
};

const typingMs = 300;

/** The server searches names and texts. */
const Chooser = ({ chosen = '', onChoose }: { chosen: string | undefined; onChoose: (key: string) => void }) => {
  const [typed, setTyped] = useState('');
  const settled = useSettled(typed, typingMs);
  // The list is never empty without a text: after a choice, it would open again as soon as it has options.
  const q = typed && settled;
  const { templates, isRead, hasNextPage, fetchNextPage } = useApproved(q);
  // Enter takes the first option, so none is shown that is not what was searched for.
  const found = q === typed ? templates : [];
  return (
    <div>
      <Suspense fallback={<div className={styles.field} />}>
        <Combobox
          label={texts.choose}
          chosen={chosen}
          placeholder={texts.placeholder}
          options={found.map((one) => ({ id: templateKey(one), label: templateKey(one) }))}
          onType={(text) => setTyped(text.trim())}
          charactersMax={templateFilterMax.q}
          onChoose={onChoose}
        />
      </Suspense>
      {hasNextPage && (
        <Button size="small" variant="ghost" onPress={() => void fetchNextPage()}>
          {inboxTexts.list.loadMore}
        </Button>
      )}
      {q === typed && isRead && found.length === 0 && !hasNextPage && <p className={styles.hint}>{texts.noMatch}</p>}
    </div>
  );
};

const Filled = ({ chosen, ...rest }: TemplateFormProps & { chosen: string }) => {
  const [name = '', language = ''] = chosen.split(' · ');
  const query = useLive('getTemplate', { name, language }, { everyMs: false });
  if (query.error) return <Problem error={query.error} title={texts.loadFailed} onRetry={() => void query.refetch()} />;
  return query.data ? <Values template={query.data.data} {...rest} /> : null;
};

/** The first value is usually the name in the greeting. */
const guess = (fields: ReturnType<typeof templateFields>, contact: InboxConversation['contact']) => {
  const first = fields.find(({ part }) => part === 'body');
  const isName = first && (/name/i.test(first.name) || first.name === '1');
  return isName && plainName(contact.name) ? { [first.id]: firstNameOf(contact) } : {};
};

const Values = ({ template, conversation, kept, ...rest }: TemplateFormProps & { template: ShownTemplate }) => {
  const { onKeep, onSend, onCancel, cancel, action } = rest;
  const key = templateKey(template);
  const fields = templateFields(template.contents);
  const values: Readonly<Record<string, string>> =
    (kept?.key === key && kept.values) || guess(fields, conversation.contact);
  const params = toParams(fields, values);
  const rendered = renderTemplate(template.contents, params);
  const isMissing = fields.some(({ id }) => !values[id]?.trim());
  const canFill = isFillable(template.contents);
  const send = () =>
    onSend({
      kind: 'reply',
      body: {
        template: { name: template.name, language: template.language, ...(fields.length > 0 ? { params } : {}) },
      },
      shown: { text: textOf(rendered), template: template.name, values },
    });
  return (
    <form
      className={styles.template}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing && canFill) send();
      }}
    >
      <div className={styles.values}>
        {fields.map(({ id, label }) => (
          <TextField
            key={id}
            label={label}
            value={values[id] ?? ''}
            onChange={(value) => onKeep({ key, values: { ...values, [id]: value } })}
            autoComplete="off"
          />
        ))}
        {!canFill && <p className={styles.hint}>{texts.unsupported}</p>}
      </div>
      <TemplateBubble template={rendered} />
      <div className={styles.bar}>
        <span className={styles.hint}>{isMissing && texts.missing}</span>
        {onCancel && (
          <Button size="small" variant="ghost" onPress={onCancel}>
            {cancel}
          </Button>
        )}
        <Button size="small" variant="primary" type="submit" isDisabled={isMissing || !canFill}>
          {action}
        </Button>
      </div>
    </form>
  );
};

const textOf = ({ body }: RenderedParts): string => body?.map(({ text }) => text).join('') ?? '';
