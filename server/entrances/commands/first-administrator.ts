import { parseArgs } from 'node:util';
import type { Environment } from '../../config.ts';
import { createPortal } from '../../portal.ts';
import { AppError } from '../../domain/errors.ts';
import { createLog } from '../../platform/log/log.ts';
import { describeRefusal, workOnDatabase } from '../../platform/sql/database-refusal.ts';
import { loadConfigOrExit } from '../../platform/processes/run-process.ts';
import { createFirstAdministrator } from '../../features/people/first-administrator.ts';

const USAGE = 'npm run first-administrator -- --email ana@cooperativa.gt --name "Ana Pérez"\n';

/** `npm run first-administrator`: creates the first person in an empty portal. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } });
  if (values.email === undefined || values.name === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  const config = loadConfigOrExit();
  const { email, name } = values;
  return workOnDatabase(config.database.url, () => create(config, { email, name }));
}

async function create(config: Environment, given: { email: string; name: string }): Promise<number> {
  const portal = await createPortal(config, createLog({ level: 'error', process: 'first-administrator' }));
  try {
    const { email, link } = await createFirstAdministrator(portal, given);
    process.stdout.write(
      `Administrador creado: ${email}\nElija su contraseña en este enlace, que sirve una vez y vence en ${link.validHours} horas: ${link.href}\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof AppError) || describeRefusal(error, config.database.url) !== null) throw error;
    process.stderr.write(`${[error.userMessage, ...Object.values(error.fields ?? {}).flat()].join('\n')}\n`);
    return 1;
  } finally {
    await portal.close();
  }
}

process.exitCode = await main();
