import FileText from 'lucide-react/icons/file-text';
import Image from 'lucide-react/icons/image';
import MapPin from 'lucide-react/icons/map-pin';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { MessageEntry } from '../store/timeline.ts';
import { Text } from './text.tsx';
import styles from './thread.module.css';

type Template = NonNullable<MessageEntry['template']>;
type Parts = Template['cards'][number];

export const TemplateContent = ({ template }: { template: Template }) => (
  <>
    <TemplateParts parts={template} />
    {template.cards.length > 0 && (
      <ol className={styles.carousel}>
        {[...template.cards.entries()].map(([index, card]) => (
          <li key={index}>
            <TemplateParts parts={card} />
          </li>
        ))}
      </ol>
    )}
  </>
);

const TemplateParts = ({ parts: { header, media, body, footer, buttons, targets } }: { parts: Parts }) => (
  <>
    {header && (
      <p className={styles.templateHeader} dir="auto">
        {header}
      </p>
    )}
    {media && <TemplateMedia media={media} />}
    {body && <Text text={body} />}
    {footer && (
      <p className={styles.hint} dir="auto">
        {footer}
      </p>
    )}
    {buttons.length > 0 && (
      <ul className={styles.buttons}>
        {[...buttons.entries()].map(([index, button]) => (
          <li key={index} dir="auto">
            {button}
            {targets[index] && <small>{targets[index]}</small>}
          </li>
        ))}
      </ul>
    )}
  </>
);

const mediaWords = {
  image: inboxTexts.files.photo,
  video: inboxTexts.files.video,
  document: inboxTexts.files.file,
  location: inboxTexts.files.location,
  other: inboxTexts.files.file,
};

/** The file is at the sender's address, from which the page loads nothing by itself. */
const TemplateMedia = ({ media: { kind, url, name } }: { media: NonNullable<Parts['media']> }) => {
  const Icon = { image: Image, location: MapPin }[kind as string] ?? FileText;
  const words = (
    <>
      <Icon aria-hidden="true" size={18} />
      <bdi className={styles.fileName}>{name ?? mediaWords[kind]}</bdi>
    </>
  );
  if (!url) return <span className={styles.document}>{words}</span>;
  return (
    <a className={styles.document} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
};
