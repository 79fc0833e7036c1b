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
  const collect = (chunk: unknown) => {
    output += String(chunk);
    return true;
  };
  const collectLine = (...values: unknown[]) => void collect(`${format(...values)}\n`);
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(collect),
    vi.spyOn(process.stderr, 'write').mockImplementation(collect),
    // Vitest's console does not write to stdout and stderr.
    vi.spyOn(console, 'log').mockImplementation(collectLine),
    vi.spyOn(console, 'error').mockImplementation(collectLine),
  ];
  try {
    const code = await command(args, environment);
    return { code, output };
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
