import { AppError, type ErrorCode } from '../../domain/errors.ts';

/** What a child process sends: once that it is ready, then one answer per job. An AppError is data on its way. */
export type ChildMessage<Output> =
  | { kind: 'ready' }
  | { kind: 'result'; value: Output }
  | { kind: 'refusal'; code: ErrorCode; message: string; userMessage: string }
  | { kind: 'defect'; message: string };

export function toAnswer(error: unknown): ChildMessage<never> {
  if (error instanceof AppError) {
    const { code, message, userMessage } = error;
    return { kind: 'refusal', code, message, userMessage };
  }
  return { kind: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
