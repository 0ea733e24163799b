import { isTimeout } from '../../http/error-response.ts';
import type { Request } from '../../http/middleware.ts';
import { type Caller, type CallState, type HandlerInput, isReplay } from '../../http/request.ts';
import type { AuditAction } from '../../model/audit/audit-entry.ts';
import { type AuditSubject, type BegunEntry, beginEntries, completeEntries } from '../audited.ts';
import { readVisitor } from '../visitor.ts';

/** Describes the target of an act: before the act from its input, and after a success from its result. */
export interface ActDescription<Input, Result> {
  describe?: (input: Input) => AuditSubject | Promise<AuditSubject>;
  describeResult?: (result: Result) => AuditSubject;
  /** Of an act that takes several calls, only the first leaves an entry. */
  isAudited?: (input: Input) => boolean;
}

interface AuditOptions<By extends Caller> extends ActDescription<HandlerInput<By>, unknown> {
  action: AuditAction;
  toActor: (caller: By) => { userId: string; name: string };
  findLogs: (input: HandlerInput<By>) => Promise<string[]>;
}

interface AuditState<By extends Caller> extends CallState<By> {
  begun?: BegunEntry[];
}

/**
 * Innermost, so it sees the handler's own result. The entry is stored before the act. A request that times out leaves
 * it as `started`, because nobody knows how the act ended.
 */
export const audit = <By extends Caller>({
  action,
  toActor,
  findLogs,
  describe,
  describeResult,
  isAudited = () => true,
}: AuditOptions<By>) => ({
  before: async (request: Request<AuditState<By>>): Promise<void> => {
    const input = request.event as HandlerInput<By>;
    if (isReplay(input) || !isAudited(input)) return;
    const [logs, subject] = await Promise.all([findLogs(input), describe?.(input)]);
    request.internal.begun = await beginEntries({
      ...subject,
      action,
      actor: toActor(input.caller),
      visitor: readVisitor(request.internal.event),
      requestId: request.context.awsRequestId,
      logs,
    });
  },
  after: async ({ internal: { begun }, response }: Request<AuditState<By>>): Promise<void> => {
    if (begun) await completeEntries(begun, describeResult?.(response) ?? {});
  },
  onError: async ({ internal: { begun }, error }: Request<AuditState<By>>): Promise<void> => {
    if (begun && !isTimeout(error)) await completeEntries(begun, { error });
  },
});
