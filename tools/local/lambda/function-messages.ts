export interface WorkerOptions {
  codeDir: string;
  handler: string;
  name: string;
  arn: string;
  memoryMb: number;
}

export interface Invocation {
  requestId: string;
  event: string;
  deadlineMs: number;
}

export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace: string[];
}

export type Outcome = { ok: true; payload: string } | { ok: false; error: FunctionError };

export type WorkerReport = { kind: 'ready' } | { kind: 'ended'; requestId: string; outcome: Outcome };

export const toFunctionError = (thrown: unknown): FunctionError => {
  if (!(thrown instanceof Error)) return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] };
};
