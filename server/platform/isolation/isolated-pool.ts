import { AppError } from '../../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { FairQueue } from './fair-queue.ts';
import { IsolatedProcess, ProcessLost } from './isolated-process.ts';
import type { Access } from './permissions.ts';

const RETRY_AFTER_S = 10;

export interface IsolatedPoolOptions {
  /** For the log. */
  name: string;
  /** A TypeScript module whose main function is serveJobs(). */
  script: URL;
  /** Jobs at once; processes start on demand. One owner may use all of them but one. */
  processes: number;
  /** Limit of V8's heap in each process, megabytes. */
  heapMb: number;
  /** Limit of each process's whole memory, native code included, megabytes; exceeding it kills process and job. Default: no limit. */
  maxResidentMb?: number;
  /** What the processes may open besides their own program; default: nothing. */
  access?: Access;
  /** Counted from the moment a job reaches its process; a job that overruns is killed with its process. */
  deadlineMs: number;
  /** How many jobs may wait, in total and per owner. */
  maxWaiting: { total: number; perOwner: number };
  /** A process that was idle for this long ends and frees its memory. */
  idleMs: number;
  /** What a person reads when their job overran its deadline or broke its process. */
  refusal(lost: ProcessLost): AppError;
  log: Log;
}

export interface IsolatedPool<Input, Output> {
  /**
   * Performs a job in one of the processes. @param owner whose turn it takes, usually a person's id
   * Errors: AppError as the job threw it, `refusal` of the pool, `too-many-requests` when the owner has too many jobs waiting,
   * `unavailable` when too many jobs wait in total, or no process starts.
   */
  run(owner: string, input: Input): Promise<Output>;
  /**
   * Gives `work` a process for one turn, so that it fetches what its job needs only then, and no sooner. Errors: as `run`, and those
   * of `work`.
   */
  inTurn<Result>(owner: string, work: (perform: (input: Input) => Promise<Output>) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface Job<Input, Output> {
  owner: string;
  /** Never rejects. @returns a function that answers the caller, called once the process is free for the next job */
  work(perform: (input: Input) => Promise<Output>): Promise<() => void>;
  reject(error: Error): void;
}

/** No process starts before the first job. Input and output are cloned on their way (Buffers stay Buffers): pass paths, not big files. */
export function createIsolatedPool<Input extends object, Output>(options: IsolatedPoolOptions): IsolatedPool<Input, Output> {
  const { name, log, maxWaiting } = options;
  const waiting = new FairQueue<Job<Input, Output>>();
  const runningOf = new Map<string, number>();
  const busy = new Set<IsolatedProcess<Input, Output>>();
  const idle = new Map<IsolatedProcess<Input, Output>, NodeJS.Timeout>();
  const perOwner = Math.max(1, options.processes - 1);
  let closed = false;

  const start = () =>
    new IsolatedProcess<Input, Output>(options.script, options.heapMb, options.maxResidentMb ?? Infinity, options.access ?? {});

  function rest(worker: IsolatedProcess<Input, Output>): void {
    if (closed) return worker.end();
    const timer = setTimeout(() => {
      idle.delete(worker);
      worker.end();
    }, options.idleMs).unref();
    idle.set(worker, timer);
  }

  /** Takes the process that worked last, so that surplus ones stay idle and end. */
  function wake(): IsolatedProcess<Input, Output> {
    for (const [worker, timer] of [...idle].reverse()) {
      clearTimeout(timer);
      idle.delete(worker);
      if (!worker.lost) return worker;
    }
    return start();
  }

  function dispatch(): void {
    while (busy.size < options.processes) {
      const job = waiting.take((owner) => (runningOf.get(owner) ?? 0) < perOwner);
      if (!job) return;
      void perform(job);
    }
  }

  async function perform(job: Job<Input, Output>): Promise<void> {
    const worker = wake();
    busy.add(worker);
    runningOf.set(job.owner, (runningOf.get(job.owner) ?? 0) + 1);
    const answerCaller = await job.work((input) =>
      worker.perform(input, options.deadlineMs).catch((error: unknown) => {
        throw error instanceof ProcessLost ? explain(error, job.owner) : error;
      }),
    );
    busy.delete(worker);
    const left = (runningOf.get(job.owner) ?? 1) - 1;
    if (left > 0) runningOf.set(job.owner, left);
    else runningOf.delete(job.owner);
    settle(worker);
    answerCaller();
    dispatch();
  }

  /** A lost process is replaced at once, before a job waits for it. */
  function settle(worker: IsolatedProcess<Input, Output>): void {
    if (!worker.lost) rest(worker);
    else if (!closed && worker.lost.reason !== 'start') rest(start());
  }

  function explain(lost: ProcessLost, owner: string): AppError {
    if (closed || lost.reason === 'start') {
      if (!closed) log.error({ err: lost, pool: name }, 'isolated process does not start');
      return unavailable(lost.message, lost);
    }
    log.warn({ err: lost, pool: name, owner }, 'isolated job ended by force');
    return options.refusal(lost);
  }

  return {
    run(owner, input) {
      return this.inTurn(owner, (perform) => perform(input));
    },
    inTurn(owner, work) {
      if (closed) return Promise.reject(unavailable(`${name} is closed`));
      if (waiting.sizeOf(owner) >= maxWaiting.perOwner) return Promise.reject(tooMany(name, owner));
      if (waiting.size >= maxWaiting.total) return Promise.reject(unavailable(`${name}: ${waiting.size} jobs wait`));
      return new Promise((resolve, reject) => {
        waiting.add(owner, {
          owner,
          work: (perform) =>
            work(perform).then(
              (value) => () => resolve(value),
              (error: Error) => () => reject(error),
            ),
          reject,
        });
        dispatch();
      });
    },
    async close() {
      closed = true;
      for (let job = waiting.take(() => true); job; job = waiting.take(() => true)) job.reject(unavailable(`${name} is closed`));
      for (const [worker, timer] of idle) {
        clearTimeout(timer);
        worker.end();
      }
      for (const worker of busy) worker.end();
    },
  };
}

function tooMany(name: string, owner: string): AppError {
  return new AppError('too-many-requests', `${name}: too many jobs of ${owner} wait`, {
    userMessage: 'Tiene demasiados archivos en espera. Espere a que terminen e intente de nuevo.',
    retryAfterSeconds: RETRY_AFTER_S,
  });
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, {
    userMessage: 'El portal no puede revisar más archivos en este momento. Intente de nuevo en unos segundos.',
    retryAfterSeconds: RETRY_AFTER_S,
    cause,
  });
}
