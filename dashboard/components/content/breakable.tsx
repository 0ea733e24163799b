import { Fragment } from 'react';

interface BreakableProps {
  text: string;
  /** The end of a part of a name such as `message.status_updated` or `messages:send`. */
  isName?: boolean;
}

const urlParts = /[^/?&=]+[/?&=]*|[/?&=]+/g;
const nameParts = /[^._:]+[._:]*|[._:]+/g;

/** A long address or name breaks between its parts rather than within a word. */
export const Breakable = ({ text, isName = false }: BreakableProps) =>
  [...text.matchAll(isName ? nameParts : urlParts)].map(({ 0: part, index: at }) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
