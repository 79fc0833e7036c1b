import { AppError, type ErrorCode } from '../../domain/errors.ts';

/** What a child process sends: `ready` once, then one answer per job. An AppError travels as data. */
export type ChildMessage<Output> =
  | { kind: 'ready' }
  | { kind: 'result'; value: Output }
  | { kind: 'refusal'; code: ErrorCode; message: string; userMessage: string }
  | { kind: 'defect'; message: string };

/**
 * The main function of a script that an isolated pool starts: performs one job after the other and answers each. What `perform`
 * throws becomes the caller's error: an AppError as it is, anything else as a defect.
 */
export function serveJobs<Input, Output>(perform: (input: Input) => Promise<Output>): void {
  const answer = (message: ChildMessage<Output>) => process.send?.(message);
  // The parent is gone. A decoder in a thread of its own would delay an orderly exit.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // Signals to the whole process group are the portal's to handle: a running job may still end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('message', (input: Input) => {
    perform(input).then(
      (value) => answer({ kind: 'result', value }),
      (error: unknown) => answer(toAnswer(error)),
    );
  });
  answer({ kind: 'ready' });
}

function toAnswer(error: unknown): ChildMessage<never> {
  if (error instanceof AppError) {
    const { code, message, userMessage } = error;
    return { kind: 'refusal', code, message, userMessage };
  }
  return { kind: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
