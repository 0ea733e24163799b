import { type ChangeEvent, useState } from 'react';
import { fileBytesMax } from '../../../functions/model/broadcasts/audience-file.ts';
import { recipientsMax } from '../../../functions/model/broadcasts/broadcast.ts';
import { call } from '../../api/call.ts';
import { type ApiProblem, toProblem } from '../../api/problem.ts';
import buttons from '../../components/controls/button.module.css';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import styles from './broadcasts.module.css';
import { type Draft, type NumberTable, readNumbers } from './draft.ts';

const texts = broadcastTexts.composer;

const faultsShown = 8;
/** Of an uploaded file, the preview shows these. */
const linesShown = 4;

interface NumberPickerProps {
  draft: Draft;
  table: NumberTable;
  emptyLines: readonly number[];
  onChange: (changes: Partial<Draft>) => void;
}

/** A list that fits into a request stays in the draft; a longer one is uploaded as a file. */
export const NumberPicker = ({ draft: { numbers, file }, table, emptyLines, onChange }: NumberPickerProps) => {
  const { id: workspace_id } = useWorkspace();
  const [state, setState] = useState<'uploading' | 'tooLarge' | ApiProblem>();
  const take = async (chosen: File) => {
    if (chosen.size > fileBytesMax) return setState('tooLarge');
    const text = (await chosen.text()).replace(/^\uFEFF/, '');
    const rows = readNumbers(text).rows.length;
    setState(undefined);
    if (rows <= recipientsMax) return onChange({ numbers: text, file: null });
    setState('uploading');
    const { data } = await call('createBroadcastFile', { workspace_id }, { size_bytes: chosen.size });
    const form = new FormData();
    for (const [name, value] of Object.entries(data.fields)) form.append(name, value);
    form.append('file', chosen);
    const { ok, status } = await fetch(data.url, { method: 'POST', body: form });
    if (!ok) throw new Error(`The bucket said ${status}.`);
    setState(undefined);
    const lines = text.split(/\r\n|\r|\n/, linesShown).join('\n');
    onChange({ numbers: lines, file: { id: data.id, name: chosen.name, rows } });
  };
  const load = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = currentTarget.files?.[0];
    if (chosen) take(chosen).catch((cause: unknown) => setState(toProblem(cause)));
    currentTarget.value = '';
  };
  const faults = table.rows.flatMap(({ line, to, fault }) => {
    const found = fault ?? (emptyLines.includes(line) ? 'value' : undefined);
    return found ? [{ line, to, words: texts.faults[found] }] : [];
  });
  const rows = file?.rows ?? table.rows.length;
  return (
    <>
      {!file && (
        <TextField
          label={texts.numbers}
          hint={texts.numbersHint}
          value={numbers}
          onChange={(value) => onChange({ numbers: value })}
          placeholder={'+14155550123, Ana\n+14155550124, Bo'}
          isMultiline
          isMonospaced
        />
      )}
      <p className={styles.row}>
        {file && <bdi className={styles.clipped}>{file.name}</bdi>}
        {rows > 0 && <span className={styles.muted}>{texts.rows(rows)}</span>}
        <label className={`${buttons.button} ${styles.file}`} data-size="small">
          {texts.file}
          <input type="file" accept=".csv,.tsv,.txt,text/csv" className="visually-hidden" onChange={load} />
        </label>
        {file && (
          <Button size="small" variant="ghost" onPress={() => onChange({ numbers: '', file: null })}>
            {texts.remove(file.name)}
          </Button>
        )}
        <span role="status">{state === 'uploading' && texts.uploading}</span>
      </p>
      {(state === 'tooLarge' || (!file && rows > recipientsMax)) && <Notice tone="warn">{texts.tooMany}</Notice>}
      {state instanceof Error && <Problem error={state} />}
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.slice(0, faultsShown).map(({ line, to, words }) => (
            <li key={line}>
              {texts.line(line)} <bdi dir="ltr">{to}</bdi> {words}
            </li>
          ))}
          {faults.length > faultsShown && <li>{texts.moreFaults(faults.length - faultsShown)}</li>}
        </ul>
      )}
    </>
  );
};
