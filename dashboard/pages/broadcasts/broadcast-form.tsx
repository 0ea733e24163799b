import { Suspense, useState } from 'react';
import { type RenderedTemplate, renderTemplate } from '../../../functions/model/templates/contents.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { ActionBar } from '../../components/controls/action-bar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Select } from '../../components/controls/select.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { isFillable, templateFields } from '../../components/templates/template-fields.ts';
import { useSettled } from '../../context/settled.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { dateTime, toLocalTime } from '../../texts/time.ts';
import { AudienceCard } from './audience-card.tsx';
import { cardOf, mustTypeNumber, zone } from './broadcast-words.ts';
import styles from './broadcasts.module.css';
import { CheckCard, numberWords, planWords } from './check-card.tsx';
import {
  type BroadcastDraft,
  findEmptyRows,
  isTimeValid,
  lackOf,
  readNumbers,
  sampleParams,
  testMessageParams,
  toInput,
} from './draft.ts';
import { MessageCard } from './message-card.tsx';
import { PreviewCard, useSamples } from './preview-card.tsx';
import { useSend } from './use-send.ts';

const dialogs = () => import('./dialogs.tsx');
const SendDialog = lazyComponent(dialogs, 'SendDialog');
const TestDialog = lazyComponent(dialogs, 'TestDialog');

const texts = broadcastTexts.composer;
const settledMs = 600;
const nobody = { values: {} };

interface BroadcastFormProps {
  storageKey: string;
  initial: BroadcastDraft;
  /** A scheduled broadcast, which is canceled. */
  replacesId?: string | undefined;
}

export const BroadcastForm = ({ storageKey, initial, replacesId }: BroadcastFormProps) => {
  const [draft, setDraft] = useState(initial);
  const [dialog, setDialog] = useState<'send' | 'test'>();
  const [sampleAt, setSampleAt] = useState(0);
  const [pointedAt, pointAt] = useState<RenderedTemplate>();
  const change = (changes: Partial<BroadcastDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    keep(storageKey, next);
  };
  const template = useLive(
    'getTemplate',
    { name: draft.template?.name ?? '', language: draft.template?.language ?? '' },
    { everyMs: false, isEnabled: draft.template !== null },
  ).data?.data;
  const segment = useLive(
    'getSegment',
    { id: draft.segmentId },
    { everyMs: false, isEnabled: draft.audience === 'segment' && draft.segmentId !== '' },
  ).data?.data;
  const contents = template?.contents;
  const fields = contents ? templateFields(contents) : [];
  const canFill = contents === undefined || isFillable(contents);
  const table = readNumbers(draft.audience === 'numbers' ? draft.numbers : '');
  const emptyLines = findEmptyRows(draft, fields, table).map(({ line }) => line);
  const samples = useSamples(draft, table);
  const sample = samples[Math.min(sampleAt, samples.length - 1)];
  const rendered = contents && renderTemplate(contents, sampleParams(draft, fields, sample ?? nobody));

  const lack = canFill ? lackOf(draft, contents && fields, table) : 'unsupported';
  const isTimed = draft.at === '' || isTimeValid(draft.at, Date.now());
  const checked = lack ? undefined : toInput(isTimed ? draft : { ...draft, at: '' }, fields, table, texts.title);
  const wanted = JSON.stringify(checked ?? null);
  const settled = useSettled(wanted, settledMs);
  const check = useLive(
    'previewBroadcast',
    {},
    {
      ...(settled === 'null' ? {} : { input: JSON.parse(settled) as NonNullable<typeof checked> }),
      everyMs: false,
      keepsPrevious: true,
      isAside: true,
      isCostly: true,
      isEnabled: settled !== 'null' && settled === wanted,
    },
  );
  const preview = lack ? undefined : check.data?.data;
  const isStale = settled !== wanted || check.isPlaceholderData || check.isPending;
  const error = lack || check.error === null || settled !== wanted ? undefined : toProblem(check.error);
  const errorIn = (card: ReturnType<typeof cardOf>) => (error && cardOf(error.message) === card ? error : undefined);

  const send = useSend(storageKey, replacesId);
  const blocked =
    lack ??
    (!draft.name.trim() ? 'name' : !isTimed ? 'time' : error ? 'check' : isStale || !preview ? 'checking' : undefined);
  const reason = blocked ?? (preview?.expected_messages === 0 ? 'nobody' : undefined);
  const number = preview ? numberWords(preview, preview.expected_messages) : '';
  const time = draft.at && isTimed ? dateTime(new Date(draft.at).getTime()) : undefined;
  return (
    <div className={styles.composer}>
      <div className="stack">
        <Card>
          <TextField
            label={texts.name}
            value={draft.name}
            onChange={(name) => change({ name })}
            maxLength={80}
            autoComplete="off"
          />
        </Card>
        <MessageCard
          draft={draft}
          fields={fields}
          isFillable={canFill}
          category={template?.category ?? null}
          table={table}
          attributes={[...new Set(samples.flatMap(({ values }) => Object.keys(values)))].sort()}
          preview={preview}
          error={errorIn('message')}
          onPoint={pointAt}
          onChange={change}
        />
        <AudienceCard
          draft={draft}
          table={table}
          emptyLines={emptyLines}
          segment={segment}
          error={errorIn('audience')}
          onChange={change}
        />
        <CheckCard
          preview={preview}
          isStale={isStale}
          error={errorIn('check')}
          lack={lack}
          isRefused={error !== undefined}
          segmentId={draft.audience === 'segment' ? draft.segmentId : undefined}
          values={fields.flatMap(({ id }) => draft.values[id] ?? [])}
        />
        <Card title={texts.whenTitle}>
          <When
            at={draft.at}
            isReadLater={draft.audience === 'segment'}
            error={errorIn('time')?.plainMessage}
            isValid={isTimed}
            onChange={(at) => change({ at })}
          />
        </Card>
      </div>
      <PreviewCard
        template={pointedAt ?? rendered}
        samples={samples}
        at={Math.min(sampleAt, Math.max(0, samples.length - 1))}
        onMove={setSampleAt}
      />
      <ActionBar words={reason && texts.missing[reason]}>
        <Button isDisabled={!template || lack === 'values' || !canFill} onPress={() => setDialog('test')}>
          {texts.test}
        </Button>
        <Button variant="primary" isDisabled={reason !== undefined} onPress={() => setDialog('send')}>
          {time ? texts.schedule(time) : texts.send(number)}
        </Button>
      </ActionBar>
      <Suspense>
        {dialog === 'send' && preview && rendered && (
          <SendDialog
            input={toInput(draft, fields, table, draft.name.trim())}
            number={number}
            audience={segment && draft.audience === 'segment' ? segment.name : broadcastTexts.people(preview.accepted)}
            time={time}
            zone={zone}
            plan={planWords(preview)}
            mustType={mustTypeNumber(preview.expected_messages, template?.category)}
            preview={rendered}
            operation={send}
            onClose={() => setDialog(undefined)}
          />
        )}
        {dialog === 'test' && template && (
          <TestDialog
            template={{
              ...{ name: template.name, language: template.language },
              ...(fields.length > 0 && { params: testMessageParams(draft, fields, sample ?? nobody) }),
            }}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
};

interface WhenProps {
  at: string;
  /** The recipients are found out when sending begins. */
  isReadLater: boolean;
  isValid: boolean;
  error: string | undefined;
  onChange: (at: string) => void;
}

const hourMs = 60 * 60_000;

/** The next full hour but one, as the field writes it. */
const nextHour = (): string => toLocalTime(Math.ceil(Date.now() / hourMs) * hourMs + hourMs);

const When = ({ at, isReadLater, isValid, error, onChange }: WhenProps) => (
  <div className={styles.when}>
    <Select
      label={texts.when}
      value={at ? 'later' : 'now'}
      options={[
        { value: 'now', label: texts.now },
        { value: 'later', label: texts.later },
      ]}
      onChange={(value) => onChange(value === 'now' ? '' : nextHour())}
      hint={at && `${texts.zone(zone)} ${isReadLater ? broadcastTexts.audienceLater : ''}`.trim()}
    />
    {at && (
      <TextField
        label={texts.time}
        type="datetime-local"
        value={at}
        onChange={(value) => onChange(value || nextHour())}
        error={error ?? (isValid ? undefined : texts.missing.time)}
      />
    )}
  </div>
);

const keep = (key: string, draft: BroadcastDraft): void => {
  try {
    localStorage.setItem(key, JSON.stringify({ draft, savedAtMs: Date.now() }));
  } catch {
    // A full storage must not stop the person from writing.
  }
};
