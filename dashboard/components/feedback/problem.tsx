import { toProblem } from '../../api/problem.ts';
import { en } from '../../texts/en.ts';
import { CopyButton } from '../content/copy-field.tsx';
import { Button } from '../controls/button.tsx';
import styles from './feedback.module.css';
import { Notice } from './notice.tsx';

interface ProblemProps {
  error: unknown;
  /** The failed action, such as "The API keys could not be loaded." */
  title?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
}

export const Problem = ({ error, title, onRetry, isRetrying = false }: ProblemProps) => {
  const { plainMessage, status, requestId } = toProblem(error);
  return (
    <Notice
      tone="bad"
      isAlert
      {...(title ? { title } : {})}
      actions={
        onRetry && (
          <Button size="small" onPress={onRetry} isPending={isRetrying}>
            {en.problem.retry}
          </Button>
        )
      }
    >
      <p>{plainMessage}</p>
      {requestId && status !== 400 && (
        <p className={styles.request}>
          <span>
            {en.problem.requestId} <code>{requestId}</code>
          </span>
          <CopyButton label={en.problem.requestId} value={requestId} />
        </p>
      )}
    </Notice>
  );
};
