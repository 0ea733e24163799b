import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import styles from './export-progress.module.css';
import type { useAuditExport } from './use-audit-export.ts';

const texts = auditLogTexts.csv;

export const ExportProgress = ({ csv }: { csv: ReturnType<typeof useAuditExport> }) => {
  if (csv.error)
    return (
      <div className={styles.progress}>
        <Problem error={csv.error} title={texts.failed} onRetry={csv.resume} />
      </div>
    );
  if (csv.count === undefined) return null;
  return (
    <div className={styles.progress}>
      <Notice
        tone="info"
        actions={
          <Button size="small" onPress={csv.cancel}>
            {texts.cancel}
          </Button>
        }
      >
        <p role="status">{texts.running(csv.count)}</p>
      </Notice>
    </div>
  );
};
