import { useEffect, useState } from 'preact/hooks';
import type { Message, MessageFile } from '../conversation.ts';
import { splitLinks } from '../links.ts';
import { toSize } from '../when.ts';
import { Icon } from './icons.tsx';
import { useSurroundings } from './surroundings.ts';

export const Words = ({ text }: { text: string }) => (
  <span class="words">
    {splitLinks(text).map(({ text: part, url }, index) =>
      url ? (
        <a key={index} href={url} target="_blank" rel="noopener noreferrer nofollow">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </span>
);

const newTab = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

export const Bubble = ({ message }: { message: Message }) => {
  const { texts, settings } = useSurroundings();
  const { text, file, link, reply_to, is_deleted } = message;
  if (is_deleted)
    return (
      <div class="bubble" data-deleted>
        {texts.deleted}
      </div>
    );
  const isPhoto = file?.kind === 'image' && file.url !== null && !text && !reply_to;
  return (
    <div class="bubble" dir="auto" data-photo={isPhoto || undefined}>
      {reply_to && (
        <span class="quote" dir="auto">
          <b>{reply_to.from === 'visitor' ? texts.you : settings.name}</b>
          {reply_to.text ?? texts.file}
        </span>
      )}
      {file && <FileView file={file} />}
      {text && <Words text={text} />}
      {link && (
        <a class="product" href={link.url} {...newTab}>
          <b>{link.title}</b>
          <small>{link.host}</small>
        </a>
      )}
    </div>
  );
};

const FileView = ({ file }: { file: MessageFile }) => {
  const { texts } = useSurroundings();
  const url = useSteady(file.url);
  if (file.kind === 'image' && url !== null)
    return (
      <a class="photo" href={file.url ?? url} {...newTab}>
        <img src={url} alt={`${texts.photo}: ${file.name}`} />
      </a>
    );
  return <FileCard name={file.name} type={file.content_type} size={file.size} url={file.url} />;
};

/** Each read brings another address of the same file. The first one shows, so that nothing flickers or loads again. */
const useSteady = (url: string | null): string | null => {
  const [first, setFirst] = useState(url);
  useEffect(() => setFirst((before) => before ?? url), [url]);
  return first;
};

interface FileCardProps {
  name: string;
  type: string;
  size: number | null;
  url: string | null;
}

export const FileCard = ({ name, type, size, url }: FileCardProps) => {
  const { locale } = useSurroundings();
  const ending = /\.(\w{1,5})$/.exec(name)?.[1] ?? type.split('/')[1] ?? '';
  const card = (
    <>
      <span class="box">
        <Icon name="file" />
      </span>
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          <bdi>{ending.toUpperCase()}</bdi>
          {size !== null && ` · ${toSize(locale, size)}`}
        </small>
      </span>
    </>
  );
  if (url === null) return <span class="file">{card}</span>;
  return (
    <a class="file" href={url} {...newTab}>
      {card}
    </a>
  );
};
