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
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['PORT', 'PUBLIC_URL', 'COOPERATIVE_NAME', 'DATABASE_URL', 'API_TOKEN', 'SESSION_SECRET']);
    expect(problems).toContain('PUBLIC_URL: missing');
  });

  it('never repeats a secret', () => {
    const error = new ConfigError(problemsOf({ ...GOOD, API_TOKEN: 'shh-canary', SESSION_SECRET: 'tiny-canary', DATABASE_URL: 'http://u:pw-canary@h' }));
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

  it('is documented in .env.example, every variable and no other', () => {
    const example = readFileSync(path.join(import.meta.dirname, '..', '.env.example'), 'utf8');
    const documented = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(documented.sort()).toEqual([...VARIABLE_NAMES].sort());
  });
});
