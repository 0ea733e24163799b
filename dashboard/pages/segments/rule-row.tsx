import X from 'lucide-react/icons/x';
import { Suspense, useState } from 'react';
import { channels } from '../../../functions/model/channels/channel.ts';
import { conversationStatuses } from '../../../functions/model/conversations/conversation.ts';
import { IconButton } from '../../components/controls/button.tsx';
import { Select } from '../../components/controls/select.tsx';
import { useTagSearch } from '../../components/controls/tag-search.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { contactPanelTexts } from '../../texts/en/contact-panel.ts';
import { segmentTexts } from '../../texts/en/segments.ts';
import {
  type DraftRule,
  fromLocalTime,
  newRule,
  operatorsOf,
  ruleFields,
  toFieldTime,
  valueKindOf,
  withOperator,
} from './rules.ts';
import styles from './segments.module.css';

const SuggestingField = lazyComponent(() => import('../../components/overlays/combobox.tsx'), 'SuggestingField');

const texts = segmentTexts.builder;

interface RuleRowProps {
  rule: DraftRule;
  /** The position of the first condition is 1. */
  position: number;
  fault: { at: 'name' | 'value'; words: string } | undefined;
  attributes: readonly string[];
  onChange: (rule: DraftRule) => void;
  /** Missing for the only condition. */
  onRemove: (() => void) | undefined;
}

export const RuleRow = ({ rule, position, fault, attributes, onChange, onRemove }: RuleRowProps) => {
  const operators = operatorsOf(rule.field);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser.
    <div
      role="group"
      aria-label={texts.rule(position)}
      className={styles.rule}
      data-attribute={rule.field === 'attribute' || undefined}
    >
      <div className={styles.field}>
        <Select
          label={texts.field}
          isLabelHidden
          value={rule.field}
          options={ruleFields.map((field) => ({ value: field, label: texts.fields[field] }))}
          onChange={(chosen) => {
            const field = ruleFields.find((one) => one === chosen);
            if (field) onChange(newRule(rule.key, field));
          }}
        />
        {rule.field === 'attribute' && (
          <Suspense>
            <SuggestingField
              label={texts.attribute}
              placeholder={texts.attributeName}
              value={rule.name}
              suggestions={attributes}
              error={fault?.at === 'name' ? fault.words : undefined}
              charactersMax={40}
              onChange={(name) => onChange({ ...rule, name })}
            />
          </Suspense>
        )}
      </div>
      {operators.length > 1 && (
        <Select
          label={texts.operator}
          isLabelHidden
          value={rule.op}
          options={operators.map((op) => ({ value: op, label: texts.operators[op] }))}
          onChange={(chosen) => {
            const op = operators.find((one) => one === chosen);
            if (op) onChange(withOperator(rule, op));
          }}
        />
      )}
      <RuleValue
        rule={rule}
        error={fault?.at === 'value' ? fault.words : undefined}
        onChange={(value) => onChange({ ...rule, value })}
      />
      {onRemove && (
        <span className={styles.remove}>
          <IconButton icon={X} label={texts.removeRule(position)} onPress={onRemove} />
        </span>
      )}
    </div>
  );
};

interface RuleValueProps {
  rule: DraftRule;
  error: string | undefined;
  onChange: (value: string) => void;
}

const choices: Partial<Record<ReturnType<typeof valueKindOf>, readonly { value: string; label: string }[]>> = {
  channel: channels.map((value) => ({ value, label: contactPanelTexts.channels[value] })),
  status: conversationStatuses.map((value) => ({ value, label: contactPanelTexts.statuses[value] })),
  consent: (['false', 'true'] as const).map((value) => ({ value, label: texts.consent[value] })),
};

const RuleValue = ({ rule: { value, ...rule }, error, onChange }: RuleValueProps) => {
  const kind = valueKindOf(rule);
  const [isNear, setNear] = useState(false);
  const tags = useTagSearch(value, isNear && kind === 'tag');
  const options = choices[kind];
  if (kind === 'none') return null;
  if (options)
    return (
      <Select label={texts.value} isLabelHidden value={value.toLowerCase()} options={options} onChange={onChange} />
    );
  if (kind === 'tag')
    return (
      <Suspense>
        <SuggestingField
          label={texts.value}
          placeholder={texts.tagPlaceholder}
          value={value}
          suggestions={tags}
          error={error}
          charactersMax={1_000}
          onFocus={() => setNear(true)}
          onChange={onChange}
        />
      </Suspense>
    );
  const isTime = kind === 'time';
  return (
    <span className={styles.value}>
      <TextField
        label={texts.value}
        isLabelHidden
        error={error}
        autoComplete="off"
        maxLength={kind === 'days' ? 4 : 1_000}
        type={isTime ? 'datetime-local' : 'text'}
        inputMode={kind === 'days' ? 'numeric' : kind === 'number' ? 'decimal' : 'text'}
        value={isTime ? toFieldTime(value) : value}
        onChange={(typed) => onChange(isTime ? fromLocalTime(typed) : typed)}
      />
      {kind === 'days' && texts.days}
    </span>
  );
};
