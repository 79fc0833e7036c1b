import { ConfigError, findMisspelt, findProblems, loadConfig, type Environment } from '../../config/config.ts';
import { createLog, type Log } from '../log/log.ts';
import { describeFailure } from '../refusal.ts';
import { describeRefusal } from '../sql/database-refusal.ts';
import { startTracing } from '../tracing.ts';
import { startWatchdog } from './watchdog.ts';
import { waitForStartMessage } from './wait-for-start.ts';

/** Also for any other failed start. */
const EXIT_CONFIGURATION = 1;
/** Covers 5 s of notice and 10 s for running answers behind a proxy, and then the time the parts need. */
const SHUTDOWN_DEADLINE_MS = 25_000;

export interface RunningProcess {
  close(): Promise<void>;
}

/**
 * Life cycle of web and worker: checks the configuration, also for settings that must not run in production, warns of misspelt variables,
 * starts, and closes gracefully on SIGTERM or SIGINT, or when the supervisor that started it (IPC channel) is gone. A failed start exits
 * with code 1 and says why; the watchdog ends a process whose event loop hangs.
 */
export async function runProcess(name: string, start: (config: Environment, log: Log) => Promise<RunningProcess>): Promise<void> {
  await waitForStartMessage();
  const problems = findProblems(process.env);
  if (problems.length > 0) refuseConfiguration(new ConfigError(problems));
  const config = loadConfig();
  const log = createLog({ level: config.logLevel, process: name });
  const misspelt = findMisspelt(process.env);
  if (misspelt.length > 0) log.warn({ misspelt }, 'environment variables that look like misspelt ones of the portal');
  const endTracing = await startTracing(name, config.traces);
  let running: RunningProcess;
  try {
    running = await start(config, log);
  } catch (error) {
    const refusal = describeRefusal(error, config.database.url);
    log.fatal(refusal === null ? { err: error } : { reason: refusal }, `${name} did not start`);
    process.stderr.write(`${name}: ${refusal ?? describeFailure(error)}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
  startWatchdog({ processName: name, log });

  let closing = false;
  const shutDown = (reason: string) => {
    if (closing) return;
    closing = true;
    log.info({ reason }, `${name} closing`);
    setTimeout(() => {
      log.error(`${name} did not close in time`);
      process.exit(1);
    }, SHUTDOWN_DEADLINE_MS).unref();
    running
      .close()
      .then(endTracing)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, `${name} did not close cleanly`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => shutDown('SIGTERM'));
  process.on('SIGINT', () => shutDown('SIGINT'));
  process.on('disconnect', () => shutDown('supervisor gone'));
}

function refuseConfiguration(error: ConfigError): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIGURATION);
}
