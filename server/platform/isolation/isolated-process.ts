import { fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../domain/errors.ts';
import { bundledScript } from '../processes/bundle.ts';
import { permissionArguments, type Access } from './permissions.ts';
import { processorMs, residentMb } from '../processes/process-usage.ts';
import type { ChildMessage } from './serve-jobs.ts';

/** Loading TypeScript and a decoder takes about 0.3 s, and longer on a busy machine. */
const START_DEADLINE_MS = 30_000;
const MAX_TURNS = 3;
const ERROR_OUTPUT_KEPT = 2_000;
/** A decoder fills at most about a gigabyte per second. */
const MEMORY_WATCH_MS = 100;
const PRIORITY = 5;
const OUT_OF_MEMORY_SCORE = '500';
/** A decoder that a hostile file took over must not find the portal's secrets in its environment. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

export type LossReason = 'start' | 'deadline' | 'memory' | 'crash';

/** The process of a job ended before it answered. */
export class ProcessLost extends Error {
  constructor(
    readonly reason: LossReason,
    detail: string,
  ) {
    super(`isolated process lost (${reason}): ${detail}`);
  }
}

/** One child process that performs one job at a time. While idle, it does not keep the parent process alive. */
export class IsolatedProcess<Input extends object, Output> {
  readonly #child: ChildProcess;
  readonly #started: Promise<void>;
  #isReady = false;
  /** Waits for the next message of the process: that it is ready, or the answer to its job. */
  #waiting: { resolve(message: ChildMessage<Output>): void; reject(lost: ProcessLost): void } | null = null;
  #lost: ProcessLost | null = null;
  #errorOutput = '';

  /**
   * @param heapMb limit of V8's heap
   * @param maxResidentMb limit of its whole memory, native code and WebAssembly included; enforced on Linux only
   * @param access what it may open besides its own program
   */
  constructor(
    script: URL,
    heapMb: number,
    private readonly maxResidentMb: number,
    access: Access,
  ) {
    const { file, options } = programOf(script, access);
    this.#child = fork(file, {
      execArgv: [...options, `--max-old-space-size=${heapMb}`],
      env: childEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.on('message', (message: ChildMessage<Output>) => this.#waiting?.resolve(message));
    this.#child.on('error', (error) => this.#lose('start', error.message));
    this.#child.on('exit', (code, signal) => this.#lose(this.#isReady ? 'crash' : 'start', `${signal ?? code} ${this.#errorOutput}`));
    this.#child.stderr?.on(
      'data',
      (chunk: Buffer) => (this.#errorOutput = (this.#errorOutput + chunk.toString()).slice(-ERROR_OUTPUT_KEPT)),
    );
    this.#started = this.#start();
    // `perform` reports the failure; in a spare process without a job, the rejection must not end the portal.
    this.#started.catch(() => undefined);
    this.#yieldToPeople();
    this.#hold(false);
  }

  /** How it ended; null while it lives. */
  get lost(): ProcessLost | null {
    return this.#lost;
  }

  /**
   * Sends a job and waits for its answer. The deadline starts when the process is ready, and is extended, up to three turns in all,
   * while the job got less than half of the processor time: a busy machine is not the picture's fault.
   * Errors: AppError as the job threw it; ProcessLost when the process ended, the job overran `deadlineMs` or took too much memory
   * (then the process is killed) or failed unexpectedly.
   */
  async perform(input: Input, deadlineMs: number): Promise<Output> {
    this.#hold(true);
    let timer: NodeJS.Timeout | undefined;
    let watch: NodeJS.Timeout | undefined;
    try {
      await this.#started;
      watch = setInterval(() => this.#checkMemory(), MEMORY_WATCH_MS);
      const before = processorMs(this.#child.pid);
      const check = (turn: number) => {
        if (turn < MAX_TURNS && processorMs(this.#child.pid) - before < (turn * deadlineMs) / 2) arm(turn + 1);
        else this.#lose('deadline', `no answer within ${turn * deadlineMs} ms`);
      };
      const arm = (turn: number) => void (timer = setTimeout(() => check(turn), deadlineMs));
      arm(1);
      const answer = this.#next();
      this.#child.send(input, (error) => error && this.#lose('crash', error.message));
      return this.#read(await answer);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      this.#waiting = null;
      this.#hold(false);
    }
  }

  end(): void {
    this.#lose('crash', 'ended');
  }

  #checkMemory(): void {
    const usedMb = residentMb(this.#child.pid);
    if (usedMb > this.maxResidentMb) this.#lose('memory', `${Math.round(usedMb)} MB, of ${this.maxResidentMb}`);
  }

  async #start(): Promise<void> {
    const timer = setTimeout(() => this.#lose('start', 'not ready in time'), START_DEADLINE_MS).unref();
    try {
      await this.#next();
      this.#isReady = true;
    } finally {
      clearTimeout(timer);
    }
  }

  async #next(): Promise<ChildMessage<Output>> {
    if (this.#lost) throw this.#lost;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  #read(message: ChildMessage<Output>): Output {
    if (message.kind === 'result') return message.value;
    if (message.kind === 'refusal') throw new AppError(message.code, message.message, { userMessage: message.userMessage });
    throw this.#lose('crash', message.kind === 'defect' ? message.message : 'answered out of turn');
  }

  #lose(reason: LossReason, detail: string): ProcessLost {
    if (this.#lost) return this.#lost;
    this.#lost = new ProcessLost(reason, detail);
    // SIGKILL, because native code in the middle of a picture answers no other signal.
    this.#child.kill('SIGKILL');
    this.#waiting?.reject(this.#lost);
    return this.#lost;
  }

  /** Best effort: a lower priority than the portal's, and the first process that Linux kills when memory runs out. */
  #yieldToPeople(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      os.setPriority(pid, PRIORITY);
      writeFileSync(`/proc/${pid}/oom_score_adj`, OUT_OF_MEMORY_SCORE);
    } catch {
      // It has already ended, which its exit event reports, or this is not Linux.
    }
  }

  #hold(isBusy: boolean): void {
    const verb = isBusy ? 'ref' : 'unref';
    this.#child[verb]();
    this.#child.channel?.[verb]();
    if (this.#child.stderr instanceof Socket) this.#child.stderr[verb]();
  }
}

/**
 * Runs from a bundle where there is one: loading TypeScript takes longer than loading a decoder, and its loader needs a thread, a process
 * and access to all files, so `access` can be enforced on bundles only. It runs from source only on a developer's machine.
 */
function programOf(script: URL, access: Access): { file: string; options: readonly string[] } {
  const source = fileURLToPath(script);
  const bundled = bundledScript(path.basename(source, '.ts'));
  if (bundled) return { file: bundled, options: permissionArguments(path.dirname(bundled), access) };
  return { file: source, options: ['--import', 'tsx'] };
}

function childEnvironment(): NodeJS.ProcessEnv {
  const passed = ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  return { ...Object.fromEntries(passed), NODE_ENV: 'production' };
}
