import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OperationId } from '../../../functions/dashboard/operations.ts';
import { hasRole } from '../../../functions/model/members/member.ts';
import type { WorkspaceMembership } from '../../../functions/model/members/user.ts';
import type { Task } from '../../../functions/model/tasks/task.ts';
import { isRunning, takeEnded } from '../../api/tasks.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../components/controls/button.tsx';
import feedback from '../../components/feedback/feedback.module.css';
import { Notice } from '../../components/feedback/notice.tsx';
import { useSession } from '../../context/session.ts';
import { toast } from '../../context/toast.ts';
import { taskTexts as texts } from '../../texts/en/tasks.ts';
import styles from './shell.module.css';

/** The queries that show the result. Conversations are read again because of hints, or by polling. */
const reads: Record<Task['work']['kind'], readonly OperationId[]> = {
  recovery: ['getWebhook', 'getWebhookHealth', 'listDeliveries', 'getDelivery', 'countRecoverable', 'listEvents'],
  tag: ['listContacts', 'listTags', 'getContact'],
  segment: ['getSegment', 'listSegmentContacts', 'listContactSegments'],
  conversations: [],
};

/** The work that members of the workspace started, until it is done. */
export const Tasks = ({ tasks, workspace }: { tasks: readonly Task[]; workspace: WorkspaceMembership }) => {
  const { user } = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    for (const task of takeEnded(tasks, user.id)) {
      toast(texts.ended(task), { isProblem: task.status === 'failed' });
      for (const read of reads[task.work.kind]) void queries.invalidateQueries({ queryKey: [read] });
    }
  }, [tasks, user.id, queries]);
  return tasks
    ?.filter(isRunning)
    .map((task) => (
      <TaskProgress
        key={task.id}
        task={task}
        workspaceId={workspace.id}
        isOwn={task.started_by.id === user.id}
        mayStop={task.started_by.id === user.id || hasRole(workspace.role, 'admin')}
      />
    ));
};

interface TaskProgressProps {
  task: Task;
  workspaceId: string;
  isOwn: boolean;
  mayStop: boolean;
}

const TaskProgress = ({ task, workspaceId, isOwn, mayStop }: TaskProgressProps) => {
  const { id, done, refused, total, started_by } = task;
  const stop = useOperation('stopTask', ['listTasks']);
  return (
    <div className={feedback.connection}>
      <Notice
        tone="info"
        actions={
          mayStop && (
            <Button
              size="small"
              onPress={() => stop.mutate({ params: { workspace_id: workspaceId, id } })}
              isPending={stop.isPending}
            >
              {texts.stop}
            </Button>
          )
        }
      >
        <p role="status">{texts.running(task)}</p>
        <progress
          className={styles.progress}
          aria-label={texts.progress}
          {...(total === null ? {} : { max: Math.max(total, 1), value: done + refused })}
        />
        <p>
          {isOwn ? '' : texts.by(started_by.name)}
          {texts.safe}
        </p>
      </Notice>
    </div>
  );
};
