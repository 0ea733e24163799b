import { Fragment } from 'react';

/** A long address breaks after its slashes and parameters rather than within a word. */
export const Breakable = ({ text }: { text: string }) =>
  [...text.matchAll(/[^/?&=]+[/?&=]*|[/?&=]+/g)].map(({ 0: part, index: at }) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
