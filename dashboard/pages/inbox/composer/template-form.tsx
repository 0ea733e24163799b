import { useState } from 'react';
import { Link } from 'wouter';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import {
  type RenderedParts,
  renderTemplate,
  type TemplateContents,
} from '../../../../functions/model/templates/contents.ts';
import type { ShownTemplate } from '../../../../functions/model/templates/listed-template.ts';
import { useLive } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { TemplateBubble } from '../../../components/templates/template-bubble.tsx';
import { isFillable, templateFields, toParams } from '../../../components/templates/template-fields.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { plainName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { languageName } from '../../../texts/language.ts';
import type { NewItem } from '../store/outbox.ts';
import { firstNameOf, templateKey } from '../words/names.ts';
import styles from './composer.module.css';
import type { DraftFields } from './drafts.ts';
import { nameValueOf } from './name-value.ts';
import { recentTemplates, remember } from './recent.ts';
import { TemplateChooser, useApproved } from './template-chooser.tsx';
import type { DraftState } from './use-draft-state.ts';

const texts = inboxPartsTexts.template;

type Kept = DraftFields['template'];

interface TemplateFormProps {
  conversation: Pick<InboxConversation, 'contact'>;
  /** The language of the last template that the customer got. */
  language?: string | undefined;
  /** The template that was chosen and the values that were typed. */
  kept: Kept;
  onKeep: (kept: Kept) => void;
  onSend: (item: NewItem) => void;
  /** Absent while only a template can be sent. */
  onCancel: (() => void) | undefined;
  cancel?: string;
  /** After Escape, where nothing can be canceled. */
  onLeave?: () => void;
  /** The words of the button, if it does not send. */
  action?: string;
}

export const TemplateForm = ({ cancel = texts.cancel, action = texts.send, ...props }: TemplateFormProps) => {
  const { kept, onKeep, onCancel, conversation, language } = props;
  const onLeave = onCancel ?? props.onLeave;
  const { id: workspaceId } = useWorkspace();
  const { templates, ...pages } = useApproved('');
  const [isChanging, setChanging] = useState(false);
  const [isChosen, setChosen] = useState(false);
  const key = kept?.key;
  const choose = (chosen: string) => {
    setChanging(false);
    setChosen(true);
    if (chosen !== key) onKeep({ key: chosen });
  };
  if (pages.error) return <Problem error={pages.error} title={texts.loadFailed} onRetry={() => void pages.refetch()} />;
  if (!pages.isRead) return <div className={styles.templateBox} aria-busy="true" />;
  if (key !== undefined && !isChanging)
    return (
      <div className={styles.templateBox} data-templates>
        <Chosen template={key} onChange={() => setChanging(true)} />
        <Filled
          key={key}
          chosen={key}
          cancel={cancel}
          action={action}
          {...props}
          onLeave={onLeave}
          takesFocus={isChosen}
        />
      </div>
    );
  const isNone = templates.length === 0 && !pages.hasNextPage;
  return (
    <div className={styles.templateBox} data-templates>
      {!isNone && (
        <TemplateChooser
          phone={conversation.contact.phone}
          language={language}
          autoFocus={isChanging}
          onChoose={choose}
          onClose={() => (key === undefined ? onLeave?.() : setChanging(false))}
        />
      )}
      {(isNone || onCancel) && (
        <p className={styles.bar}>
          <span className={styles.hint}>
            {isNone && (
              <>
                {texts.none} <Link href={`/w/${workspaceId}/settings/templates`}>{texts.open}</Link>
              </>
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

const partsOf = (key: string): [name: string, language: string] => {
  const [name = '', language = ''] = key.split(' · ');
  return [name, language];
};

const Chosen = ({ template, onChange }: { template: string; onChange: () => void }) => {
  const [name, language] = partsOf(template);
  return (
    <p className={styles.bar}>
      <b>{name}</b>
      {languageName(language)}
      <Button size="small" onPress={onChange}>
        {texts.change}
      </Button>
    </p>
  );
};

interface ReplyTemplateProps
  extends Pick<TemplateFormProps, 'conversation' | 'language' | 'onSend' | 'onCancel' | 'onLeave'>,
    DraftState {
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

interface FilledProps extends TemplateFormProps {
  chosen: string;
  /** The template has just been chosen, and its list is gone. */
  takesFocus: boolean;
}

const Filled = ({ chosen, ...rest }: FilledProps) => {
  const [name, language] = partsOf(chosen);
  const query = useLive('getTemplate', { name, language }, { everyMs: false });
  if (query.error) return <Problem error={query.error} title={texts.loadFailed} onRetry={() => void query.refetch()} />;
  return query.data ? <Values template={query.data.data} {...rest} /> : null;
};

const guess = (
  { body }: TemplateContents,
  fields: ReturnType<typeof templateFields>,
  contact: InboxConversation['contact'],
) => {
  const name = nameValueOf(body ?? '');
  const field = fields.find((one) => one.part === 'body' && one.name === name);
  return field && plainName(contact.name) ? { [field.id]: firstNameOf(contact) } : {};
};

type ValuesProps = Omit<FilledProps, 'chosen'> & { template: ShownTemplate };

const Values = ({ template, conversation, kept, takesFocus, ...rest }: ValuesProps) => {
  const { onKeep, onSend, onCancel, onLeave, cancel, action } = rest;
  const key = templateKey(template);
  const fields = templateFields(template.contents);
  const values: Readonly<Record<string, string>> =
    (kept?.key === key && kept.values) || guess(template.contents, fields, conversation.contact);
  const params = toParams(fields, values);
  const rendered = renderTemplate(template.contents, params);
  const isMissing = fields.some(({ id }) => !values[id]?.trim());
  const canFill = isFillable(template.contents);
  const send = () => {
    remember(recentTemplates, key);
    onSend({
      kind: 'reply',
      body: {
        template: { name: template.name, language: template.language, ...(fields.length > 0 ? { params } : {}) },
      },
      shown: { text: textOf(rendered), template: template.name, values },
    });
  };
  return (
    <form
      className={styles.template}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing && canFill) send();
      }}
      onKeyDown={({ key }) => key === 'Escape' && onLeave?.()}
    >
      <div className={styles.values}>
        {fields.map((field) => (
          <TextField
            key={field.id}
            label={field.label}
            value={values[field.id] ?? ''}
            onChange={(value) => onKeep({ key, values: { ...values, [field.id]: value } })}
            autoComplete="off"
            autoFocus={takesFocus && field === fields[0]}
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
        <Button
          size="small"
          variant="primary"
          type="submit"
          isDisabled={isMissing || !canFill}
          autoFocus={takesFocus && fields.length === 0}
        >
          {action}
        </Button>
      </div>
    </form>
  );
};

const textOf = ({ body }: RenderedParts): string => body?.map(({ text }) => text).join('') ?? '';
