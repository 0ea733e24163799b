import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { en } from '../../texts/en.ts';
import { Button } from '../controls/button.tsx';
import styles from './code.module.css';

interface CopyFieldProps {
  /** Names the copied value, such as "API key". */
  label: string;
  value: string;
  isMultiline?: boolean;
  onCopied?: (() => void) | undefined;
}

export const CopyField = ({ label, value, isMultiline = false, onCopied }: CopyFieldProps) => (
  <div className={styles.field} data-multiline={isMultiline || undefined}>
    <textarea
      readOnly
      className={styles.value}
      aria-label={label}
      value={value}
      rows={isMultiline ? value.split('\n').length : 1}
      spellCheck={false}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
    <CopyButton label={label} value={value} onCopied={onCopied} />
  </div>
);

interface CopyButtonProps {
  label: string;
  value: string;
  /** The visible text of the button. Screen readers announce "Copy" and the label. */
  action?: string;
  onCopied?: (() => void) | undefined;
}

export const CopyButton = ({ label, value, action = en.copy.action, onCopied }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => {
        setOutcome('copied');
        onCopied?.();
      },
      () => setOutcome('failed'),
    );
  return (
    <>
      <Button
        size="small"
        onPress={copy}
        aria-label={outcome === 'copied' ? en.copy.copiedLabel(label) : en.copy.label(label)}
      >
        {outcome === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {outcome === 'copied' ? en.copy.copied : action}
      </Button>
      <span role="status" className={outcome === 'failed' ? styles.failed : 'visually-hidden'}>
        {outcome === 'copied' && en.copy.announcement(label)}
        {outcome === 'failed' && en.copy.failed}
      </span>
    </>
  );
};
