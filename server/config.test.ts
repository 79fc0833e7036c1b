import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, VARIABLE_NAMES } from './config.ts';

const GOOD = {
  PUBLIC_URL: 'https://portal.example.coop',
  COOPERATIVE_NAME: 'Cooperativa Ejemplo',
  DATABASE_URL: 'postgres://portal:top-secret@db:5432/portal',
  API_TOKEN: 'a-token-of-enough-length',
  SESSION_SECRET: 'x'.repeat(32),
};
const FIREBASE = {
  FIREBASE_MAIN_CREDENTIALS: JSON.stringify({ project_id: 'main', client_email: 'a@b', private_key: 'k' }),
  FIREBASE_DIGITALIZATION_CREDENTIALS: JSON.stringify({ project_id: 'digitalization', client_email: 'a@b', private_key: 'k' }),
  FIREBASE_WEB_API_KEY: 'key',
};

const COMPOSE_ONLY = ['POSTGRES_PASSWORD', 'POSTGRES_APP_PASSWORD', 'REDIS_PASSWORD', 'VERSION', 'COMMIT'];

function rootFile(name: string): string {
  return readFileSync(path.join(import.meta.dirname, '..', name), 'utf8');
}

function namesIn(file: string, pattern: RegExp): string[] {
  return [...new Set([...rootFile(file).matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

function problemsOf(environment: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('configuration', () => {
  it('runs on Postgres alone by default', () => {
    const config = loadConfig(GOOD);
    expect(config.queue).toEqual({ kind: 'postgres', url: GOOD.DATABASE_URL });
    expect(config.firebase).toBeNull();
    expect(config.session.secureCookie).toBe(true);
    expect(config.files.kind).toBe('disk');
  });

  it('lists every problem at once', () => {
    const problems = problemsOf({ PORT: 'abc', API_TOKEN: 'short', DATABASE_URL: 'mysql://x' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'COOPERATIVE_NAME',
      'DATABASE_URL',
      'API_TOKEN',
      'SESSION_SECRET',
    ]);
    expect(problems).toContain('PUBLIC_URL: missing');
  });

  it('never repeats a secret', () => {
    const error = new ConfigError(
      problemsOf({ ...GOOD, API_TOKEN: 'shh-canary', SESSION_SECRET: 'tiny-canary', DATABASE_URL: 'http://u:pw-canary@h' }),
    );
    expect(error.problems).toHaveLength(3);
    expect(error.message).not.toContain('canary');
  });

  it('takes an empty variable for a missing one', () => {
    expect(loadConfig({ ...GOOD, REDIS_URL: '', FILES_BUCKET: '' }).queue.kind).toBe('postgres');
    expect(problemsOf({ ...GOOD, COOPERATIVE_NAME: '' })).toEqual(['COOPERATIVE_NAME: missing']);
  });

  it('wants all of Firebase or none of it', () => {
    expect(loadConfig({ ...GOOD, ...FIREBASE }).firebase?.digitalization.projectId).toBe('digitalization');
    expect(problemsOf({ ...GOOD, FIREBASE_WEB_API_KEY: 'key' })).toHaveLength(2);
    expect(problemsOf({ ...GOOD, ...FIREBASE, FIREBASE_MAIN_CREDENTIALS: 'not json' })).toEqual([
      'FIREBASE_MAIN_CREDENTIALS: must be a service account JSON with project_id (and client_email, private_key)',
    ]);
  });

  it('reads how a project hashes passwords as its console shows it, and how long backups stay', () => {
    const shown = `hash_config {
      algorithm: SCRYPT,
      base64_signer_key: c2lnbmVy==,
      base64_salt_separator: Bw==,
      rounds: 8,
      mem_cost: 14,
    }`;
    const expected = { signerKey: 'c2lnbmVy==', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 };
    expect(loadConfig({ ...GOOD, ...FIREBASE, FIREBASE_PASSWORD_HASH: shown }).firebase?.passwordHash).toEqual(expected);
    const json = '{"algorithm":"SCRYPT","base64_signer_key":"c2lnbmVy==","base64_salt_separator":"Bw==","rounds":8,"mem_cost":14}';
    expect(loadConfig({ ...GOOD, ...FIREBASE, FIREBASE_PASSWORD_HASH: json }).firebase?.passwordHash).toEqual(expected);
    expect(problemsOf({ ...GOOD, ...FIREBASE, FIREBASE_PASSWORD_HASH: 'algorithm: BCRYPT' })[0]).toContain(
      'FIREBASE_PASSWORD_HASH: must be',
    );
    expect(loadConfig({ ...GOOD, BACKUP_DIR: '/respaldos', BACKUP_ENCRYPT_TO: ' age1abc  age1def' }).backup).toEqual({
      folder: '/respaldos',
      keep: { days: 7, weeks: 4, months: 12 },
      recipients: ['age1abc', 'age1def'],
    });
    expect(problemsOf({ ...GOOD, BACKUP_KEEP: '0,4,12', BACKUP_ENCRYPT_TO: 'ana' }).map((problem) => problem.split(':')[0])).toEqual([
      'BACKUP_KEEP',
      'BACKUP_ENCRYPT_TO',
    ]);
  });

  it('is documented in .env.example, every variable and no other', () => {
    expect(namesIn('.env.example', /^([A-Z_]+)=/gm)).toEqual([...VARIABLE_NAMES, ...COMPOSE_ONLY].sort());
  });

  it('reaches the containers of docker-compose.yml, whose own variables are documented too', () => {
    const fixedThere = ['HOST', 'PORT', 'WORKER_PORT', 'DATABASE_OWNER_URL'];
    expect(namesIn('docker-compose.yml', /^ {4}([A-Z_]+): /gm)).toEqual(VARIABLE_NAMES.filter((name) => !fixedThere.includes(name)).sort());
    expect([...VARIABLE_NAMES, ...COMPOSE_ONLY]).toEqual(expect.arrayContaining(namesIn('docker-compose.yml', /\$\{([A-Z_]+)/g)));
  });

  it('finds its database brought up to date by docker-compose.yml before web and worker start', () => {
    const services = rootFile('docker-compose.yml').split(/\n {2}(?=[a-z]+:\n)/);
    for (const name of ['web', 'worker']) {
      expect(services.find((service) => service.startsWith(`${name}:`))).toContain(
        'migrate: { condition: service_completed_successfully }',
      );
    }
    expect(services.find((service) => service.startsWith('migrate:'))).toMatch(/"build\/server\/migrate\.mjs"\][^]*DATABASE_OWNER_URL/);
  });
});
