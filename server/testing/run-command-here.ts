import { format } from 'node:util';
import { vi } from 'vitest';
import type { Command, CommandEnvironment } from '../entrances/commands/run-command.ts';

/**
 * Runs a command within the test's process, where only its answer matters: a process of its own takes longer to load than to work. One at a
 * time, since it captures the process's output; log lines are not captured.
 * @returns the exit code and the output as a terminal would show it
 */
export async function runCommandHere(
  command: Command,
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<{ code: number; output: string }> {
  let output = '';
  const code = await captured(command, { args, environment, collect: (text) => (output += text) });
  return { code, output };
}

/** The same, with the two streams apart. */
export async function runCommandByStream(
  command: Command,
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  const code = await captured(command, { args, environment, collect: (text, stream) => (written[stream] += text) });
  return { code, ...written };
}

interface Captured {
  args: readonly string[];
  environment: CommandEnvironment;
  collect: (text: string, stream: 'stdout' | 'stderr') => void;
}

async function captured(command: Command, { args, environment, collect }: Captured): Promise<number> {
  const write = (stream: 'stdout' | 'stderr') => (chunk: unknown) => {
    collect(String(chunk), stream);
    return true;
  };
  const writeLine =
    (stream: 'stdout' | 'stderr') =>
    (...values: unknown[]) =>
      collect(`${format(...values)}\n`, stream);
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(write('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(write('stderr')),
    // Vitest's console does not write to stdout and stderr.
    vi.spyOn(console, 'log').mockImplementation(writeLine('stdout')),
    vi.spyOn(console, 'error').mockImplementation(writeLine('stderr')),
  ];
  try {
    return await command(args, environment);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Environment of a command, apart from its database and any external document store. */
export const COMMAND_ENVIRONMENT = {
  NODE_ENV: 'test',
  PUBLIC_URL: 'http://portal.test:3000',
  COOPERATIVE_NAME: 'Cooperativa Prueba',
  API_TOKEN: 'token-of-the-rest-backend',
  SESSION_SECRET: 'a-secret-that-is-long-enough-for-tests',
  INSECURE_COOKIES: 'true',
} as const;
