import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { childEnvironment } from '../entrances/commands/demo/supervise.ts';
import { nodeArguments } from './bundle-processes.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

interface CommandAnswer {
  /** null: a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Both, in the order in which they came. */
  output: string;
}

/**
 * Runs a command as an operator does, in a process with only these variables.
 * @param meanwhile runs while the command does
 */
export async function runCommandProcess(
  name: Parameters<typeof nodeArguments>[0],
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  meanwhile?: (process: ChildProcess) => Promise<void>,
): Promise<CommandAnswer> {
  const child = spawn(process.execPath, [...nodeArguments(name), ...args], {
    cwd: ROOT,
    env: childEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '', output: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      written[stream] += chunk.toString();
      written.output += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await meanwhile?.(child);
  const code = await ended;
  return { code, ...written };
}
