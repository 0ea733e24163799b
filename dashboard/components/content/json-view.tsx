import styles from './code.module.css';
import { CodeBlock } from './code-block.tsx';
import { toJsonTokens } from './json-tokens.ts';

/** Formatted for people. What is copied is the same text. */
export const JsonView = ({ label, value }: { label: string; value: unknown }) => {
  const code = JSON.stringify(value, null, 2);
  return (
    <CodeBlock label={label} code={code} isScrollable>
      {toJsonTokens(code).map(({ at, kind, text }) =>
        kind ? (
          <span key={at} className={styles.token} data-kind={kind}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </CodeBlock>
  );
};
