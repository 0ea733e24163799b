import FileIcon from 'lucide-react/icons/file';
import X from 'lucide-react/icons/x';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { fileSize } from '../words/message-words.ts';
import styles from './composer.module.css';
import type { useFiles } from './use-files.ts';

const texts = inboxTexts.composer;

export const FileChips = ({ files }: { files: ReturnType<typeof useFiles> }) => (
  <ul className={styles.files}>
    {files.ready.map(({ id, filename, size }) => (
      <Chip key={id} filename={filename} detail={fileSize(size)} onRemove={() => files.removeReady(id)} />
    ))}
    {files.attached.map((one) => (
      <Chip
        key={one.key}
        filename={one.file.name}
        detail={one.problem ?? texts.uploading(one.percent)}
        isBad={one.problem !== undefined}
        onRetry={one.canRetry ? () => void files.retry(one) : undefined}
        onRemove={() => files.remove(one.key)}
      />
    ))}
  </ul>
);

interface ChipProps {
  filename: string;
  detail: string;
  isBad?: boolean;
  onRetry?: (() => void) | undefined;
  onRemove: () => void;
}

const Chip = ({ filename, detail, isBad = false, onRetry, onRemove }: ChipProps) => (
  <li className={styles.chip} data-bad={isBad || undefined}>
    <FileIcon aria-hidden="true" size={14} />
    <bdi className="clipped">{filename}</bdi>
    <span>{detail}</span>
    {onRetry && (
      <Button variant="ghost" size="small" onPress={onRetry}>
        {texts.tryAgain}
      </Button>
    )}
    <IconButton icon={X} label={texts.removeFile(filename)} onPress={onRemove} />
  </li>
);
