import { type ChangeEvent, useState } from 'react';
import { fileBytesMax } from '../../../functions/model/broadcasts/audience-file.ts';
import { recipientsMax } from '../../../functions/model/broadcasts/broadcast.ts';
import { detectSeparator } from '../../../functions/model/read-csv.ts';
import { call } from '../../api/call.ts';
import { type ApiProblem, toProblem } from '../../api/problem.ts';
import buttons from '../../components/controls/button.module.css';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { countRows, decodeFile } from '../contacts/import/read-file.ts';
import styles from './broadcasts.module.css';
import { type BroadcastDraft, firstRows, type NumberTable } from './draft.ts';

const texts = broadcastTexts.composer;

const faultsShown = 8;
/** The preview of an uploaded file shows these rows, below the names of the columns. */
const rowsShown = 4;
/** A request and the browser's storage have room for as much. */
const listedLengthMax = 200_000;

interface NumberPickerProps {
  draft: BroadcastDraft;
  table: NumberTable;
  emptyLines: readonly number[];
  onChange: (changes: Partial<BroadcastDraft>) => void;
}

/** A list that fits into a request stays in the draft; a longer one is uploaded as a file. */
export const NumberPicker = ({ draft: { numbers, file }, table, emptyLines, onChange }: NumberPickerProps) => {
  const { id: workspace_id } = useWorkspace();
  const [state, setState] = useState<'uploading' | 'tooLarge' | ApiProblem>();
  const [isAll, setAll] = useState(false);
  const take = async (chosen: File) => {
    if (chosen.size > fileBytesMax) return setState('tooLarge');
    const text = decodeFile(new Uint8Array(await chosen.arrayBuffer()));
    const rows = await countRows(text, detectSeparator(text));
    // The server takes no other encoding.
    const file = new Blob([text]);
    if (rows === undefined || file.size > fileBytesMax) return setState('tooLarge');
    setState(undefined);
    if (rows <= recipientsMax && text.length <= listedLengthMax) return onChange({ numbers: text, file: null });
    setState('uploading');
    const { data } = await call('createBroadcastFile', { workspace_id }, { size_bytes: file.size });
    const form = new FormData();
    for (const [name, value] of Object.entries(data.fields)) form.append(name, value);
    form.append('file', file);
    const { ok, status } = await fetch(data.url, { method: 'POST', body: form });
    if (!ok) throw new Error(`The bucket said ${status}.`);
    setState(undefined);
    onChange({ numbers: firstRows(text, rowsShown), file: { id: data.id, name: chosen.name, rows } });
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
  const isTooLong = !file && rows > recipientsMax;
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
        {file && <bdi className="clipped">{file.name}</bdi>}
        {rows > 0 && !isTooLong && <span className="muted">{texts.rows(rows)}</span>}
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
      {state === 'tooLarge' && <Notice tone="warn">{texts.tooLarge}</Notice>}
      {isTooLong && <Notice tone="warn">{texts.tooMany}</Notice>}
      {state instanceof Error && <Problem error={state} />}
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.slice(0, isAll ? undefined : faultsShown).map(({ line, to, words }) => (
            <li key={line}>
              {texts.line(line)} <bdi dir="ltr">{to}</bdi> {words}
            </li>
          ))}
          {faults.length > faultsShown && !isAll && (
            <li>
              {texts.more(faults.length - faultsShown)}{' '}
              <Button size="small" variant="ghost" onPress={() => setAll(true)}>
                {texts.showAll}
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
};
