import { createLog } from '../../platform/log/log.ts';
import { createPortal, type Portal } from '../../portal.ts';
import { withEnvironment, type CommandEnvironment } from './run-command.ts';

/** Runs a command's work on the portal of the environment, or of the running demo. @returns the exit code; 2 without a portal */
export async function withPortal(
  name: string,
  environment: CommandEnvironment,
  work: (portal: Portal) => Promise<number>,
): Promise<number> {
  return withEnvironment(environment, async (config) => {
    const portal = await createPortal(config, createLog({ level: 'error', process: name }));
    try {
      return await work(portal);
    } finally {
      await portal.close();
    }
  });
}
