import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import type { Segment } from '../../../functions/model/segments/segment.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Card } from '../../components/content/card.tsx';
import { JsonView } from '../../components/content/json-view.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button, PageLink } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { Select } from '../../components/controls/select.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { LeaveGuard } from '../../components/feedback/leave-guard.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { useDraft } from '../../context/draft.ts';
import { segmentsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { segmentTexts } from '../../texts/en/segments.ts';
import { en } from '../../texts/en.ts';
import shared from '../contacts/contacts.module.css';
import { Preview } from './preview.tsx';
import { RuleRow } from './rule-row.tsx';
import { type DraftRule, faultOf, fromFilter, newRule, rulesMax, sentenceOf, toFilter } from './rules.ts';
import { UnloadedSegment } from './segment-facts.tsx';
import styles from './segments.module.css';

const texts = segmentTexts.builder;

interface Draft {
  kind: Segment['kind'];
  name: string;
  description: string;
  match: SegmentFilter['match'];
  rules: readonly DraftRule[];
}

const blank: Draft = { kind: 'dynamic', name: '', description: '', match: 'all', rules: [newRule(0, 'tag')] };

export const NewSegmentPage = () => <Builder initial={blank} />;

export const EditSegmentPage = () => {
  const { id = '' } = useParams<{ id: string }>();
  const query = useLive('getSegment', { id }, { everyMs: false });
  const segment = query.data?.data;
  if (!segment) return <UnloadedSegment query={query} />;
  const { kind, name, description, filter } = segment;
  const rules = filter
    ? { match: filter.match, rules: fromFilter(filter) }
    : { match: blank.match, rules: blank.rules };
  return <Builder key={id} segment={segment} initial={{ kind, name, description: description ?? '', ...rules }} />;
};

const Builder = ({ segment, initial }: { segment?: Segment; initial: Draft }) => {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  // The page began with this: the segment may be read again while it is edited.
  const [before] = useState(initial);
  const [draft, setDraft] = useDraft('segment', before);
  const [isChecked, setChecked] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const isFilter = draft.kind === 'dynamic';
  const filter = toFilter(draft.match, draft.rules);
  const faults = draft.rules.map(faultOf);
  const isComplete = faults.every((fault) => fault === undefined);
  const onDone = ({ data }: { data: Segment }) => {
    setSaved(true);
    const isNewList = !segment && !isFilter;
    navigate(segmentsPath(workspace.id, `${data.id}${isNewList ? '?dialog=add' : ''}`), { replace: true });
  };
  const reads = ['listSegments', 'getSegment', 'listSegmentContacts', 'listContactSegments'] as const;
  const create = useOperation('createSegment', reads, { done: ({ data }) => texts.created(data.name), onDone });
  const update = useOperation('updateSegment', reads, { done: ({ data }) => texts.saved(data.name), onDone });
  const { error, isPending } = segment ? update : create;
  const input = { name: draft.name, description: draft.description.trim() || null };
  const submit = () => {
    setChecked(true);
    if (isPending || draft.name.trim() === '' || (isFilter && !isComplete)) return;
    const isChanged = JSON.stringify(filter) !== JSON.stringify(toFilter(before.match, before.rules));
    if (segment)
      update.mutate({ params: { id: segment.id }, input: { ...input, ...(isFilter && isChanged ? { filter } : {}) } });
    else create.mutate({ input: { ...input, kind: draft.kind, ...(isFilter ? { filter } : {}) } });
  };
  const nameFault = isChecked && draft.name.trim() === '' ? texts.nameMissing : nameFaultOf(error);
  const ruleFault = draft.rules.some((_, index) => serverFaultOf(error, index) !== undefined);
  const back = segmentsPath(workspace.id, segment?.id);
  return (
    <>
      <PageHeader
        title={segment ? texts.editTitle(segment.name) : texts.newTitle}
        parent={{ label: segment?.name ?? segmentTexts.title, href: back }}
        context={workspace.name}
      />
      <LeaveGuard isDirty={!isSaved && JSON.stringify(draft) !== JSON.stringify(before)} />
      <div className={isFilter ? shared.columns : styles.single}>
        <Card>
          <Form onSubmit={submit} className={`stack ${styles.form}`}>
            {!segment && (
              <RadioGroup
                label={texts.kind}
                hint={texts.kindHint}
                value={draft.kind}
                options={(['dynamic', 'static'] as const).map((kind) => ({
                  value: kind,
                  label: segmentTexts.kinds[kind],
                  hint: texts.kindHints[kind],
                }))}
                onChange={(kind) => setDraft({ ...draft, kind })}
              />
            )}
            <TextField
              label={texts.name}
              value={draft.name}
              error={nameFault}
              maxLength={80}
              autoComplete="off"
              isRequired
              onChange={(name) => setDraft({ ...draft, name })}
            />
            <TextField
              label={texts.description}
              value={draft.description}
              maxLength={2_000}
              autoComplete="off"
              onChange={(description) => setDraft({ ...draft, description })}
            />
            {isFilter ? (
              <Rules
                draft={draft}
                faults={faults.map((fault, index) => (isChecked && fault) || serverFaultOf(error, index))}
                onChange={(changes) => setDraft({ ...draft, ...changes })}
              />
            ) : (
              !segment && <p className="muted">{texts.listHint}</p>
            )}
            {isFilter && isComplete && <p className={styles.sentence}>{sentenceOf(filter)}</p>}
            {isFilter && (
              <details>
                <summary>{texts.json(segment ? `PATCH /segments/${segment.id}` : 'POST /segments')}</summary>
                <JsonView
                  label={texts.jsonLabel}
                  value={{ ...input, ...(segment ? {} : { kind: draft.kind }), filter }}
                />
              </details>
            )}
            {error && !nameFault && !ruleFault && <Problem error={error} />}
            <div className={styles.actions}>
              <PageLink href={back}>{en.confirm.cancel}</PageLink>
              <Button variant="primary" type="submit" isPending={isPending}>
                {segment ? texts.save : segmentTexts.create}
              </Button>
            </div>
          </Form>
        </Card>
        {isFilter && (
          <div className={styles.aside}>
            <Preview filter={isComplete ? filter : undefined} />
          </div>
        )}
      </div>
    </>
  );
};

const nameFaultOf = (error: ApiProblem | null): string | undefined =>
  error?.message.startsWith('The workspace already has a segment') ? texts.nameTaken : error?.faultOf('name');

/** The API's words, at the condition that it refused. */
const serverFaultOf = (error: ApiProblem | null, index: number) => {
  const words = ['value', 'op', 'field'].map((part) => error?.faultOf(`filter.rules.${index}.${part}`)).find(Boolean);
  return words === undefined ? undefined : { at: 'value' as const, words };
};

interface RulesProps {
  draft: Draft;
  faults: readonly ReturnType<typeof faultOf>[];
  onChange: (changes: Pick<Draft, 'rules'> | Pick<Draft, 'match'>) => void;
}

const Rules = ({ draft: { match, rules }, faults, onChange }: RulesProps) => {
  const list = useRef<HTMLDivElement>(null);
  const hasAttribute = rules.some(({ field }) => field === 'attribute');
  const contacts = useLive('listContacts', {}, { everyMs: false, isEnabled: hasAttribute, isAside: true });
  const attributes = [...new Set(contacts.data?.data.flatMap((contact) => Object.keys(contact.attributes)))].sort();
  /** The row that the focus was in goes, or a new one comes. */
  const focusLast = () =>
    setTimeout(() => list.current?.querySelector<HTMLElement>('[role="group"]:last-of-type select')?.focus());
  const add = () => {
    onChange({ rules: [...rules, newRule(Math.max(...rules.map(({ key }) => key)) + 1, 'tag')] });
    focusLast();
  };
  return (
    <>
      <Select
        label={texts.match}
        value={match}
        options={(['all', 'any'] as const).map((value) => ({ value, label: texts.matches[value] }))}
        onChange={(value) => onChange({ match: value === 'any' ? 'any' : 'all' })}
        hint=""
      />
      <div ref={list} className={styles.rules}>
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.key}
            rule={rule}
            position={index + 1}
            fault={faults[index]}
            attributes={attributes}
            onChange={(changed) => onChange({ rules: rules.map((one) => (one.key === rule.key ? changed : one)) })}
            onRemove={
              rules.length === 1
                ? undefined
                : () => {
                    onChange({ rules: rules.filter(({ key }) => key !== rule.key) });
                    focusLast();
                  }
            }
          />
        ))}
        <p className={styles.more}>
          <Button size="small" isDisabled={rules.length >= rulesMax} onPress={add}>
            <Plus aria-hidden="true" />
            {texts.addRule}
          </Button>
          <span className="muted">{texts.rules(rules.length, rulesMax)}</span>
        </p>
      </div>
    </>
  );
};
