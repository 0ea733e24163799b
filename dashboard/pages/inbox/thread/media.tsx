import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { MessageEntry } from '../store/timeline.ts';
import { fileSize } from '../words/message-words.ts';
import styles from './thread.module.css';

const texts = inboxTexts.files;
const Voice = lazyComponent(() => import('./voice.tsx'), 'Voice');

interface MediaProps {
  entry: MessageEntry;
  onOpenPhoto: (id: string) => void;
}

/** Files load from our own origin only, never from an address that a customer chose. */
export const Media = ({ entry, onOpenPhoto }: MediaProps) => {
  const { file, content_type: kind } = entry;
  const [broken, setBroken] = useState<string>();
  if (!file) return null;
  if (file.state !== 'ready' || !file.url || broken === file.url) {
    return <p className={styles.fileState}>{texts[file.state === 'ready' ? 'unavailable' : file.state]}</p>;
  }
  if (kind === 'image' || kind === 'sticker') {
    const picture = (
      <img
        src={file.url}
        alt={kind === 'sticker' ? texts.sticker : texts.photo}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(file.url ?? undefined)}
      />
    );
    return kind === 'sticker' ? (
      <span className={styles.photo} data-sticker>
        {picture}
      </span>
    ) : (
      <button
        type="button"
        className={`bare ${styles.photo}`}
        aria-label={texts.openPhoto}
        onClick={() => onOpenPhoto(entry.id)}
      >
        {picture}
      </button>
    );
  }
  if (kind === 'video') {
    return (
      <video className={styles.video} src={file.url} controls preload="metadata" aria-label={texts.video}>
        <track kind="captions" />
      </video>
    );
  }
  if (kind === 'audio') {
    return (
      <Suspense fallback={<div className={styles.voice} />}>
        <Voice url={file.url} id={entry.id} seconds={file.duration_seconds} />
      </Suspense>
    );
  }
  const name = file.filename ?? texts.file;
  return (
    <a className={styles.document} href={file.url} download={name}>
      <FileText aria-hidden="true" size={18} />
      <span className={styles.fileName}>
        <bdi>{name}</bdi>
        <small>
          {[typeWords(file.content_type), file.size_bytes !== null && fileSize(file.size_bytes)]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Download aria-hidden="true" size={18} />
    </a>
  );
};

const typeWords = (type: string | null): string => type?.split('/').at(-1)?.split(/[.;+]/).at(-1)?.toUpperCase() ?? '';
