import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OWNER_ONLY } from '../../../platform/owner-only.ts';

interface DemoSecrets {
  API_TOKEN: string;
  FACTOR_KEY: string;
  SESSION_SECRET: string;
}

/** Printed when the demo is ready: loading the accounts themselves would load all of its data. */
export const DEMO_SIGN_INS =
  'admin@demo.coop, editor@demo.coop, reportes@demo.coop, digitaliza@demo.coop, recibe@demo.coop (contraseña Demo-2026!)';

/** Secrets generated once per data folder, so that sessions survive a restart and no two machines share them. */
export async function demoSecrets(dataDirectory: string): Promise<DemoSecrets> {
  await mkdir(dataDirectory, { recursive: true });
  const file = path.join(dataDirectory, 'secrets.json');
  const kept = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Partial<DemoSecrets>) : {};
  const made = (bytes: number) => randomBytes(bytes).toString('hex');
  // A folder of an earlier release lacks newer secrets.
  const secrets: DemoSecrets = { API_TOKEN: made(24), FACTOR_KEY: made(32), SESSION_SECRET: made(32), ...kept };
  await writeFile(file, JSON.stringify(secrets), { mode: OWNER_ONLY.file });
  return secrets;
}

/** Environment of the demo's processes: everything embedded, http on this machine. */
export function demoEnvironment(options: {
  databaseUrl: string;
  dataDirectory: string;
  port: number;
  workerPort: number;
  secrets: DemoSecrets;
}): Record<string, string> {
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    PORT: String(options.port),
    HOST: '127.0.0.1',
    WORKER_PORT: String(options.workerPort),
    PUBLIC_URL: `http://localhost:${options.port}`,
    COOPERATIVE_NAME: 'Cooperativa Demostración',
    DATABASE_URL: options.databaseUrl,
    FILES_DIR: path.join(options.dataDirectory, 'files'),
    INSECURE_COOKIES: 'true',
    SAMPLE_PASSWORD: 'Demo-2026!',
    ...options.secrets,
  };
}
