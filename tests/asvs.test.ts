import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Levels 1 and 2 of ASVS 5.0.0, by section. */
const REQUIREMENTS = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1 17.2:1-4 17.3:1-2
`;
const VERDICT = /^(?:met|(?:in part|not met|does not apply): .{10,})$/;
const FILE = /(?:app|deploy|docs|prisma|server|tests)\/[\w./-]+\.(?:json|md|tsx?)|eslint\.config\.js|deploy\/Caddyfile/;
const WORDS = /«([^»]+)»/g;
const NAMED = new RegExp(`(${FILE.source})((?: ?,? «[^»]+»)*)`, 'g');

const text = read('docs/asvs.md');
const rows = [...text.matchAll(/^\| (V\d.*) \|$/gm)].map(([, line = '']) => {
  const [numbers = '', asks = '', verdict = '', proof = ''] = line.split(/ \|(?: |$)/);
  return { numbers: numbers.split(', '), asks, verdict, proof: proof.replace(' <!-- check -->', '') };
});

function expected(): string[] {
  return REQUIREMENTS.trim()
    .split(/\s+/)
    .flatMap((section) => {
      const [name = '', ranges = ''] = section.split(':');
      return ranges.split(',').flatMap((range) => {
        const [first = 0, last = first] = range.split('-').map(Number);
        return Array.from({ length: last - first + 1 }, (_, at) => `V${name}.${first + at}`);
      });
    });
}

describe('docs/asvs.md', () => {
  it('has every requirement once, in order', () => {
    expect(rows.flatMap(({ numbers }) => numbers)).toEqual(expected());
  });

  it('states for each requirement what it asks and whether it is met, with the reason if it is not', () => {
    expect(rows.filter(({ asks, verdict }) => asks === '' || !VERDICT.test(verdict))).toEqual([]);
  });

  it('proves each requirement that is met by existing files that contain the quoted words', () => {
    const problems = rows.flatMap(({ numbers: [number = ''], verdict, proof }) => {
      // Quoted words belong to the file named before them.
      const named = [...`${verdict} ${proof}`.matchAll(NAMED)].map(([, file = '', words = '']) => ({
        file,
        words: [...words.matchAll(WORDS)],
      }));
      if (/^(?:met|in part)/.test(verdict) && !FILE.test(proof)) return [`${number}: no file`];
      return named.flatMap(({ file, words }) => {
        if (!existsSync(path.join(ROOT, file))) return [`${number}: no ${file}`];
        const holds = read(file);
        return words.filter(([, one = '']) => !holds.includes(one)).map(([, one]) => `${number}: ${file} does not say «${one}»`);
      });
    });
    expect(problems).toEqual([]);
  });

  it('sums up the verdicts correctly', () => {
    const count = (kind: string) => rows.filter(({ verdict }) => verdict.split(':')[0] === kind).flatMap(({ numbers }) => numbers).length;
    expect(text).toContain(
      `${count('met')} met, ${count('in part')} in part, ${count('not met')} not met, ${count('does not apply')} do not apply.`,
    );
  });
});

const KEYED =
  /\b(?:createHmac|createCipheriv|hkdfSync|pbkdf2\w*|scrypt\w*)\(|from '(?:@node-rs\/argon2|age-encryption|otpauth)'|import\('@simplewebauthn\/server'\)/;

const PRODUCTION = ['app', 'jobs', 'server']
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /(?<!\.(?:test|contract))\.tsx?$/.test(file) && !file.includes('/testing/'));

it('docs/protection.md names every setting with the address of a service', () => {
  const connections = /## Connections\n(.*?)\n## /s.exec(read('docs/protection.md'))?.[1] ?? '';
  const settings = [...read('server/config/config.ts').matchAll(/^ {2}(\w+_(?:URL|ENDPOINT|BUCKETS?)): /gm)].map(([, name = '']) => name);
  const own = ['PUBLIC_URL', 'PUBLIC_MEDIA_URL'];
  expect(settings.length).toBeGreaterThan(7);
  expect(settings.filter((name) => !own.includes(name) && !connections.includes(`\`${name}\``))).toEqual([]);
});

it('production code calls Math.random only for retry delays of the embedded document store', () => {
  const files = PRODUCTION.filter((file) => read(file).includes('Math.random'));
  expect(files).toEqual(['server/ports/documents/embedded/errors.ts']);
});

it('docs/protection.md names every file that signs, encrypts or hashes with a key', () => {
  const inventory = read('docs/protection.md');
  const files = PRODUCTION.filter((file) => KEYED.test(read(file)));
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => !inventory.includes(`\`${file}\``))).toEqual([]);
});
