import FileUp from 'lucide-react/icons/file-up';
import { type DragEvent, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { byteOrderMark, toCsv } from '../../../../functions/model/csv.ts';
import { useLive } from '../../../api/queries.ts';
import { Meter } from '../../../components/charts/meter.tsx';
import { Card } from '../../../components/content/card.tsx';
import { Facts } from '../../../components/content/facts.tsx';
import { PageHeader } from '../../../components/content/page-header.tsx';
import { type Column, Table } from '../../../components/content/table.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { RadioGroup } from '../../../components/controls/radio-group.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { download, fileNameOf } from '../../../context/download.ts';
import { contactsPath } from '../../../context/paths.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { importTexts as texts } from '../../../texts/en/contact-import.ts';
import { count as number } from '../../../texts/numbers.ts';
import { loadPhoneFormat, savedPhone } from '../../../texts/phone.ts';
import { ColumnTable } from './column-table.tsx';
import {
  type ContactFile,
  type FileFault,
  findColumnFault,
  findDoubts,
  openContactFile,
  type RejectedRow,
  toRejectedCsv,
} from './contact-file.ts';
import styles from './import.module.css';
import { useImport } from './use-import.ts';

const KnownCard = lazyComponent(() => import('./known-card.tsx'), 'KnownCard');

/** Fewer digits without a country code are as often a date or an id. */
const isPhone = (typed: string, country: string): boolean =>
  (typed.startsWith('+') || typed.replaceAll(/\D/g, '').length >= 9) && savedPhone(typed, country) !== undefined;

export const ImportPage = () => {
  const { id, name } = useWorkspace();
  const work = useImport();
  const { file, progress } = work;
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        context={name}
        parent={{ label: texts.contacts, href: contactsPath(id) }}
      />
      <div className="stack">
        {!work.isKept && <Notice tone="warn">{texts.notKept}</Notice>}
        {work.isLoaded && !file && <ChooseFile onFile={work.choose} />}
        {file && !progress && <Mapping file={file} work={work} />}
        {file && progress && <Running file={file} progress={progress} work={work} />}
        {file && work.rejected.length > 0 && <Rejected file={file} work={work} />}
        <Suspense>
          {file && progress?.state === 'done' && progress.known?.[0] && (
            <KnownCard known={progress.known} onExisting={file.onExisting} columns={lineColumns} />
          )}
        </Suspense>
        {file && progress?.state === 'done' && <Doubts file={file} rejected={work.rejected} />}
      </div>
    </>
  );
};

type Work = ReturnType<typeof useImport>;

const exampleCsv =
  byteOrderMark +
  toCsv([
    ['Phone', 'Name', 'Email', 'Company', 'Tags', 'Gets broadcasts', 'Plan'],
    ['+14155550123', 'Ana Silva', 'ana@example.com', 'Silva Ltd', 'vip, newsletter', 'yes', 'Pro'],
  ]);

const ChooseFile = ({ onFile }: { onFile: (file: ContactFile) => void }) => {
  const [fault, setFault] = useState<FileFault>();
  const [isReading, setIsReading] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const { data: workspace } = useLive('getWorkspace', {});
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    setIsReading(true);
    setFault(undefined);
    // Without the tables of numbers, columns are known by their names alone.
    await loadPhoneFormat().catch(() => undefined);
    const country = workspace?.data.default_country ?? '';
    const opened = await openContactFile(chosen.name, chosen, (value) => isPhone(value, country));
    setIsReading(false);
    if (typeof opened === 'string') setFault(opened);
    else onFile(opened);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    <Card>
      <label
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <FileUp aria-hidden="true" />
        <span className={styles.call}>{isReading ? texts.reading : texts.drop}</span>
        <span className={styles.choose}>{texts.choose}</span>
        <input
          type="file"
          className="visually-hidden"
          aria-label={texts.choose}
          accept=".csv,.tsv,.txt,text/csv"
          disabled={isReading}
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
        <span className={`muted ${styles.hint}`}>{texts.rules}</span>
      </label>
      <p className={styles.example}>
        <Button size="small" onPress={() => download('contacts-example.csv', exampleCsv, 'text/csv;charset=utf-8')}>
          {texts.example}
        </Button>
      </p>
      {fault && (
        <Notice tone="bad" isAlert>
          {texts.faults[fault]}
        </Notice>
      )}
    </Card>
  );
};

const Mapping = ({ file, work }: { file: ContactFile; work: Work }) => {
  const fault = findColumnFault(file.columns);
  return (
    <>
      <Card
        title={texts.columns.title}
        actions={
          <Button size="small" onPress={() => work.choose(undefined)}>
            {texts.another}
          </Button>
        }
        isFlush
      >
        <p className={`muted ${styles.file}`}>{texts.file(file.name, file.rowCount)}</p>
        <ColumnTable file={file} onChange={(columns) => work.change({ columns })} />
      </Card>
      <Card>
        <div className="stack">
          <RadioGroup
            label={texts.existing.label}
            value={file.onExisting}
            options={[
              { value: 'keep', label: texts.existing.keep, hint: texts.existing.keepHint },
              { value: 'update', label: texts.existing.update, hint: texts.existing.updateHint },
            ]}
            onChange={(onExisting) => work.change({ onExisting })}
          />
          {file.columns.some((column) => column === 'tags') && (
            <RadioGroup
              label={texts.tags.label}
              value={file.tags}
              options={[
                { value: 'add', label: texts.tags.add, hint: texts.tags.addHint },
                { value: 'replace', label: texts.tags.replace, hint: texts.tags.replaceHint },
              ]}
              onChange={(tags) => work.change({ tags })}
            />
          )}
          <TextField
            label={texts.tag.label}
            hint={texts.tag.hint}
            value={file.tag ?? ''}
            maxLength={80}
            onChange={(tag) => work.change({ tag })}
          />
          {fault && <Notice tone="warn">{texts.columns.faults[fault]}</Notice>}
          <div className={styles.actions}>
            <Button variant="primary" isDisabled={fault !== undefined} onPress={() => work.begin('check')}>
              {texts.check}
            </Button>
          </div>
        </div>
      </Card>
    </>
  );
};

const Running = ({
  file,
  progress,
  work,
}: {
  file: ContactFile;
  progress: NonNullable<Work['progress']>;
  work: Work;
}) => {
  const [, navigate] = useLocation();
  const { id } = useWorkspace();
  const { mode, state, rowsDone, totals } = progress;
  const isCheck = mode === 'check';
  const tag = file.tag?.trim();
  const { created, updated, unchanged, rejected } = totals;
  const good = file.rowCount - rejected;
  const counted = texts.progress(rowsDone, file.rowCount);
  const facts = isCheck
    ? [
        { name: texts.facts.new, value: number(created) },
        { name: texts.facts.known, value: number(good - created) },
      ]
    : [
        { name: texts.facts.added, value: number(created) },
        { name: file.onExisting === 'keep' ? texts.facts.tagged : texts.facts.updated, value: number(updated) },
        { name: texts.facts.unchanged, value: number(unchanged) },
      ];
  return (
    <>
      <Card title={texts.file(file.name, file.rowCount)}>
        <div className="stack">
          {state !== 'done' && <Meter label={counted} value={rowsDone} max={file.rowCount} isProgress />}
          <p role="status">
            {state === 'running' && `${isCheck ? texts.checking : texts.importing} ${counted}`}
            {state === 'stopped' && texts.stopped(rowsDone, file.rowCount)}
            {state === 'done' && (isCheck ? texts.checked(good, rejected) : texts.done)}
          </p>
          {state === 'done' && isCheck && progress.nameless ? <p>{texts.nameless(progress.nameless)}</p> : null}
          {state === 'done' && isCheck && progress.optingOut ? <p>{texts.optingOut(progress.optingOut)}</p> : null}
          {state === 'done' && progress.stillOptedOut ? <p>{texts.stillOptedOut(progress.stillOptedOut)}</p> : null}
          {work.error && <Problem error={work.error} title={texts.failed} />}
          <div className={styles.actions}>
            {state === 'running' && <Button onPress={work.stop}>{texts.stop}</Button>}
            {state === 'stopped' && (
              <>
                <Button variant="primary" onPress={work.resume}>
                  {texts.continue}
                </Button>
                <Button onPress={() => work.choose(undefined)}>{texts.discard}</Button>
              </>
            )}
            {state === 'done' && isCheck && (
              <>
                <Button variant="primary" isDisabled={good === 0} onPress={() => work.begin('import')}>
                  {texts.start(good)}
                </Button>
                <Button onPress={() => work.change({})}>{texts.change}</Button>
              </>
            )}
            {state === 'done' && !isCheck && (
              <>
                <Button
                  variant="primary"
                  onPress={() => {
                    work.choose(undefined);
                    navigate(tag ? `${contactsPath(id)}?${new URLSearchParams({ tag })}` : contactsPath(id));
                  }}
                >
                  {tag ? texts.openTagged : texts.open}
                </Button>
                <Button onPress={() => work.choose(undefined)}>{texts.again}</Button>
              </>
            )}
          </div>
        </div>
      </Card>
      {(isCheck ? state === 'done' : state !== 'running') && (
        <Facts
          label={isCheck ? texts.facts.expected : texts.facts.result}
          facts={[...facts, { name: texts.facts.rejected, value: number(rejected), isBad: rejected > 0 }]}
        />
      )}
    </>
  );
};

/** A row without columns says that its number is one of a line. */
const lineColumns: readonly Column<Pick<RejectedRow, 'line' | 'name'>>[] = [
  {
    header: texts.rejected.line,
    kind: 'title',
    cell: ({ line }) => (
      <span className={styles.line}>
        <span>{texts.rejected.line} </span>
        {line.toLocaleString('en-US')}
      </span>
    ),
  },
  { header: texts.rejected.name, cell: ({ name }) => name && <bdi>{name.slice(0, 100)}</bdi> },
];

const columns: readonly Column<RejectedRow>[] = [
  ...lineColumns,
  { header: texts.rejected.reason, kind: 'prose', cell: ({ reason }) => reason },
];

/** Lists lines that the service accepts although something about them is odd, such as a repeated person. */
const Doubts = ({ file, rejected }: { file: ContactFile; rejected: readonly RejectedRow[] }) => {
  const [doubts, setDoubts] = useState<readonly RejectedRow[]>([]);
  useEffect(() => {
    let isLeft = false;
    void findDoubts(file, rejected).then((found) => isLeft || setDoubts(found));
    return () => {
      isLeft = true;
    };
  }, [file, rejected]);
  return (
    doubts.length > 0 && (
      <Card title={texts.rejected.doubts} isFlush>
        <Table
          label={texts.rejected.doubts}
          columns={columns}
          rows={doubts}
          keyOf={({ line, reason }) => `${line} ${reason}`}
          isCompact
        />
      </Card>
    )
  );
};

const shownMax = 100;

const Rejected = ({ file, work: { rejected } }: { file: ContactFile; work: Work }) => {
  const { name } = useWorkspace();
  const save = () =>
    download(fileNameOf('rejected', name, 'csv'), toRejectedCsv(file, rejected), 'text/csv;charset=utf-8');
  return (
    <Card
      title={texts.rejected.title(rejected.length)}
      actions={
        <Button size="small" onPress={save}>
          {texts.rejected.download}
        </Button>
      }
      isFlush
    >
      <Table
        label={texts.rejected.title(rejected.length)}
        columns={columns}
        rows={rejected.slice(0, shownMax)}
        keyOf={({ line }) => String(line)}
        isCompact
      />
      {rejected.length > shownMax && <p className={`muted ${styles.file}`}>{texts.rejected.first(shownMax)}</p>}
    </Card>
  );
};
