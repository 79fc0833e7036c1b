import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { judgeFlaws } from './judge-flaws.ts';

/**
 * `npm run known-flaws`: what the registry knows about the production packages; exits with 1 for a grave flaw that docs/remix.md does not
 * answer.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const ANSWER_MS = 120_000;

const met = new Set<string>(readFileSync(path.join(ROOT, 'docs/remix.md'), 'utf8').match(/GHSA(?:-\w{4}){3}/g));
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8', timeout: ANSWER_MS });
const { lines, isGrave } = judgeFlaws(stdout, met);
process.stdout.write(`${lines.join('\n')}\n`);
if (isGrave) process.exitCode = 1;
