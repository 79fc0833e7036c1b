import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECTIONS } from './e2e/screens.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const packageFile = JSON.parse(read('package.json')) as { version: string; scripts: Record<string, string> };

/** Texts of the screens' sources as one text, in which line breaks do not count. */
const said = ['app', 'server']
  .flatMap((folder) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map(read)
  .join(' ')
  .replaceAll(/\s+/g, ' ');

const namesOf = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];

describe('docs/manual.md', () => {
  const manual = read('docs/manual.md');

  it('quotes only texts that the screens contain', () => {
    const quoted = namesOf(manual, /«([^»]+)»/g).map((words) => words.replace(/\s*…$/, ''));
    expect(quoted.length).toBeGreaterThan(40);
    expect(quoted.filter((words) => !said.includes(words))).toEqual([]);
  });

  it('shows exactly the stored pictures, all of screens that the picture test draws', () => {
    const pictures = namesOf(manual, /images\/manual\/([\w-]+)\.webp/g);
    const screens = SECTIONS.flatMap(({ screens: all }) => all.map(({ name }) => name));
    expect(pictures.filter((name) => !screens.includes(name.replace(/-390$/, '')))).toEqual([]);
    expect(
      readdirSync(path.join(ROOT, 'docs/images/manual'), 'utf8')
        .map((file) => path.parse(file).name)
        .toSorted(),
    ).toEqual(pictures.toSorted());
  });
});

describe.each([
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'docs/asvs.md',
  'docs/protection.md',
  'docs/configuration.md',
  'docs/operacion.md',
  'docs/mudanza.md',
])('%s', (file) => {
  it('names only npm scripts that exist', () => {
    const commands = namesOf(read(file), /npm run ([\w:-]+)/g);
    expect(commands.filter((name) => !(name in packageFile.scripts))).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    expect(brokenLinks(file)).toEqual([]);
  });
});

it('the newest version in CHANGELOG.md is that of package.json', () => {
  expect(namesOf(read('CHANGELOG.md'), /^## (\d+\.\d+\.\d+)/gm)[0]).toBe(packageFile.version);
});

function brokenLinks(file: string): string[] {
  return namesOf(read(file), /\]\(((?!https?:)[^)\s]+)\)/g).filter((link) => {
    const [target = '', heading] = link.split('#');
    const place = target === '' ? file : path.join(path.dirname(file), target);
    if (!existsSync(path.join(ROOT, place))) return true;
    return heading !== undefined && !headingsOf(read(place)).includes(decodeURIComponent(heading));
  });
}

/** Anchors as GitHub makes them. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
