import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../domain/errors.ts';
import { serveJobs } from '../serve-jobs.ts';

/** Jobs that misbehave as a parser does on hostile files. */
export type OddJob =
  | { kind: 'echo'; bytes: Buffer }
  | { kind: 'read' | 'write'; file: string }
  | { kind: 'start a process' | 'start a thread' }
  | { kind: 'loop' | 'fill the heap' | 'fill memory' | 'refuse' | 'throw' | 'exit' | 'tell environment' | 'tell pid' };

serveJobs<OddJob, unknown>(async (job) => {
  if (job.kind === 'echo') return job.bytes;
  if (job.kind === 'read') return readFileSync(job.file);
  if (job.kind === 'write') return writeFileSync(job.file, 'odd');
  if (job.kind === 'start a process') return spawnSync('/bin/true').status;
  if (job.kind === 'start a thread') return new Worker('1', { eval: true }).threadId;
  if (job.kind === 'tell environment') return process.env;
  if (job.kind === 'tell pid') return process.pid;
  if (job.kind === 'refuse') throw new AppError('too-large', 'odd', { userMessage: 'Es demasiado.' });
  if (job.kind === 'throw') throw new TypeError('odd defect');
  if (job.kind === 'exit') process.exit(3);
  const held: Buffer[] = [];
  // Memory outside the heap, as WebAssembly and decoders allocate it.
  while (job.kind === 'fill memory' && held.length < 4_000) held.push(Buffer.alloc(1024 * 1024, 1));
  const kept: string[] = [];
  for (;;) if (job.kind === 'fill the heap') kept.push(Array.from({ length: 1000 }, () => Math.random()).join());
});
