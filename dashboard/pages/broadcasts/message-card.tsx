import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { BroadcastPreview } from '../../../functions/model/broadcasts/preview.ts';
import type { RenderedTemplate } from '../../../functions/model/templates/contents.ts';
import type { ListedTemplate } from '../../../functions/model/templates/listed-template.ts';
import { useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Select } from '../../components/controls/select.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import type { TemplateValue } from '../../components/templates/template-fields.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { languageName } from '../../texts/language.ts';
import { categoryWords, reasonWords, statusWords } from '../templates/template-texts.ts';
import styles from './broadcasts.module.css';
import {
  type BroadcastDraft,
  columnOf,
  contactSources,
  isContactSource,
  type NumberTable,
  type ValueChoice,
} from './draft.ts';

const TemplateChooser = lazyComponent(() => import('../inbox/composer/template-chooser.tsx'), 'TemplateChooser');

const texts = broadcastTexts.composer;

interface MessageCardProps {
  draft: BroadcastDraft;
  fields: readonly TemplateValue[];
  isFillable: boolean;
  category: string | null;
  table: NumberTable;
  /** The attributes that the first people in the audience have: `attributes.plan`. */
  attributes: readonly string[];
  preview: BroadcastPreview | undefined;
  error: unknown;
  onPoint: (template: RenderedTemplate | undefined) => void;
  onChange: (changes: Partial<BroadcastDraft>) => void;
}

export const MessageCard = ({
  draft,
  fields,
  isFillable,
  category,
  table,
  attributes,
  preview,
  error,
  onPoint,
  onChange,
}: MessageCardProps) => (
  <Card title={texts.message}>
    <div className="stack">
      <TemplatePicker draft={draft} category={category} onPoint={onPoint} onChange={onChange} />
      {category?.toUpperCase() === 'MARKETING' && <Notice tone="info">{texts.marketing}</Notice>}
      {draft.template && !isFillable && <Notice tone="warn">{texts.unsupported}</Notice>}
      {isFillable &&
        fields.map((field) => (
          <ValueField
            key={field.id}
            field={field}
            choice={findChoice(draft, field, table)}
            columns={draft.audience === 'numbers' ? table : undefined}
            attributes={field.part === 'media' ? [] : attributes}
            lacking={
              preview?.missing_values.find((missing) => missing.field === draft.values[field.id]?.from)?.without_default
            }
            onChange={(choice) => onChange({ values: { ...draft.values, [field.id]: choice } })}
          />
        ))}
      {error !== undefined && <Problem error={error} />}
    </div>
  </Card>
);

/** Another file may lack the column. */
const findChoice = ({ values }: BroadcastDraft, { id }: TemplateValue, { columns }: NumberTable): ValueChoice => {
  const choice = values[id] ?? { from: 'text', text: '' };
  return (columnOf(choice) ?? 0) < Math.max(1, columns.length) ? choice : { from: 'text', text: '' };
};

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} · ${language}`;

const canSend = ({ status, problem }: ListedTemplate): boolean =>
  status?.toUpperCase() === 'APPROVED' && problem === null;

/** Templates that cannot be sent are listed with the reason. */
const TemplatePicker = ({
  draft,
  category,
  onPoint,
  onChange,
}: Pick<MessageCardProps, 'draft' | 'category' | 'onPoint' | 'onChange'>) => {
  const { id: workspaceId } = useWorkspace();
  const pages = useLivePages('listTemplates', {}, { everyMs: false });
  const templates = pages.data?.pages.flatMap(({ data }): ListedTemplate[] => data) ?? [];
  const [isChanging, setChanging] = useState(false);
  const unusable = templates.filter((template) => !canSend(template));
  if (pages.error) return <Problem error={pages.error} title={texts.templatesFailed} />;
  if (draft.template && !isChanging)
    return (
      <p className={styles.chosen}>
        <b>{draft.template.name}</b>
        {languageName(draft.template.language)}
        {category && <Badge tone="off">{categoryWords(category)}</Badge>}
        <Button size="small" onPress={() => setChanging(true)}>
          {texts.change}
        </Button>
      </p>
    );
  if (pages.data && !pages.hasNextPage && unusable.length === templates.length)
    return (
      <p>
        {texts.noTemplates} <Link href={`/w/${workspaceId}/settings/templates`}>{texts.openTemplates}</Link>
      </p>
    );
  const choose = (key: string) => {
    setChanging(false);
    const [name = '', language = ''] = key.split(' · ');
    onChange({ template: { name, language }, values: {} });
  };
  return (
    <>
      <Suspense>
        <div className={styles.picker}>
          <TemplateChooser
            phone={null}
            language={undefined}
            autoFocus={isChanging}
            onPoint={onPoint}
            onChoose={choose}
            onClose={() => setChanging(false)}
          />
        </div>
      </Suspense>
      {unusable.length > 0 && (
        <details className={styles.reasons}>
          <summary>
            {texts.unusable} ({unusable.length})
          </summary>
          <ul>
            {unusable.map((template) => (
              <li key={keyOf(template)}>
                <code>{keyOf(template)}</code> {statusWords(template.status)}. {reasonWords(template)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

interface ValueFieldProps {
  field: TemplateValue;
  choice: ValueChoice;
  columns: NumberTable | undefined;
  attributes: readonly string[];
  /** How many people would get no message because of it. */
  lacking: number | undefined;
  onChange: (choice: ValueChoice) => void;
}

const ValueField = ({
  field: { label, part },
  choice,
  columns,
  attributes,
  lacking = 0,
  onChange,
}: ValueFieldProps) => {
  const isContact = isContactSource(choice.from);
  const named = columns?.columns ?? [];
  const options = [
    { value: 'text', label: texts.sources.text },
    ...(choice.from === 'raw' ? [{ value: 'raw', label: texts.sources.raw }] : []),
    ...(part === 'media' ? [] : contactSources.map((value) => ({ value, label: texts.sources[value] }))),
    ...[...new Set([...attributes, choice.from])]
      .filter((value) => value.startsWith('attributes.'))
      .map((value) => ({ value, label: texts.attribute(value.slice('attributes.'.length)) })),
    ...[...named.entries()]
      .filter(([index]) => index !== columns?.phoneColumn)
      .map(([index, name]) => ({ value: `column ${index}`, label: texts.column(name ?? texts.columnName(index + 1)) })),
  ];
  const isLost = isContact && choice.from !== 'phone' && choice.text.trim() === '';
  return (
    <div className={styles.value}>
      <Select
        label={label}
        value={choice.from}
        options={options}
        onChange={(from) => onChange({ from, text: '' })}
        hint=""
      />
      {(choice.from === 'text' || choice.from === 'raw' || (isContact && choice.from !== 'phone')) && (
        <TextField
          label={isContact ? texts.ifMissing : texts.textOf}
          value={choice.text}
          onChange={(text) => onChange({ ...choice, text })}
          error={isLost && lacking > 0 ? texts.lacking(lacking) : undefined}
          hint={isLost ? texts.noFallback : undefined}
          type={part === 'media' ? 'url' : 'text'}
          maxLength={1_024}
          autoComplete="off"
        />
      )}
    </div>
  );
};
