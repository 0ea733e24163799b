import { Fragment } from 'react';

interface BreakableProps {
  text: string;
  /** A name such as `message.status_updated` or `messages:send`, or an email address. */
  isName?: boolean;
}

const urlParts = /[^/?&=]+[/?&=]*|[/?&=]+/g;
const nameParts = /[^._:@]+[._:@]*|[._:@]+/g;

/** A long address or name breaks between its parts rather than within a word. */
export const Breakable = ({ text, isName = false }: BreakableProps) =>
  [...text.matchAll(isName ? nameParts : urlParts)].map(({ 0: part, index: at }) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
