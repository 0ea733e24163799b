import type { Input } from '../../../api/call.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { toast } from '../../../components/feedback/toast.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import styles from './phone.module.css';

const texts = playgroundTexts.phone;
const labelCharactersMax = 40;

/** The list of the browser: it takes effect at once, and a later receipt follows an earlier one. */
export const ReceiptSelect = ({ messageId, text }: { messageId: string; text: string }) => {
  const { id: workspaceId } = useWorkspace();
  const report = useOperation('reportReceipt', ['getPlayground']);
  const choose = (choice: string) => {
    if (choice === '') return;
    const [status, code] = choice.split('.');
    report.mutate(
      {
        params: { workspace_id: workspaceId, message_id: messageId },
        input: { status, ...(code ? { error_code: Number(code) } : {}) } as Input<'reportReceipt'>,
      },
      { onError: ({ message }) => toast(`${texts.reportFailed} ${message}`) },
    );
  };
  return (
    <select
      className={styles.receipt}
      aria-label={texts.reportLabel(text.slice(0, labelCharactersMax))}
      value=""
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{texts.report}</option>
      {Object.entries(texts.receipts).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
};
