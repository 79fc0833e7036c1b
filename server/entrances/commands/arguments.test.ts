import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandByStream } from '../../testing/run-command-here.ts';
import { audit } from './audit.ts';
import { backup } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { biAccess } from './bi-access/bi-access.ts';
import { checkConfiguration } from './check-configuration.ts';
import { demo } from './demo/demo.ts';
import { dev } from './dev/dev.ts';
import { files } from './files/files.ts';
import { firstAdministrator } from './first-administrator.ts';
import { inspect } from './inspect/inspect.ts';
import { migrate } from './migrate.ts';
import { pictures } from './pictures.ts';
import { readModel } from './read-model/read-model.ts';
import { resetFactors } from './reset-factors.ts';
import type { Command } from './run-command.ts';
import { seed } from './seed.ts';

/** Without a database a command that takes its arguments reports that, or what its environment lacks. */
const NOTHING = { DATA_DIR: '/nonexistent' };

/** Wrong arguments of each, and the sentence about them, besides what is wrong for all. */
const COMMANDS: Readonly<Record<string, { command: Command; wrong: Readonly<Record<string, string>> }>> = {
  audit: {
    command: audit,
    wrong: {
      '': 'Falta decir qué hacer: verify.',
      mend: 'No existe «mend»: diga verify.',
      'verify again': 'Sobra «again».',
      'verify --seal': 'Falta el valor de --seal.',
      'verify --seal main:1:x': '--seal no es un sello: «main:1:x».',
    },
  },
  backup: {
    command: backup,
    wrong: {
      '--to': 'Falta el valor de --to.',
      '--to --prune': 'Falta el valor de --to.',
      '--to=': 'Falta el valor de --to.',
      '--prune=yes': '--prune no lleva ningún valor.',
      '--encrypt-to': 'Falta el valor de --encrypt-to.',
      '/respaldos': 'Sobra «/respaldos».',
    },
  },
  'bi-access': {
    command: biAccess,
    wrong: {
      consulta: 'Sobra «consulta».',
      '--role Consulta': '--role no es un nombre que se pueda usar: «Consulta».',
      '--revoke --password-file x': '--revoke no necesita --password-file.',
    },
  },
  'check-configuration': { command: checkConfiguration, wrong: { all: 'Sobra «all».' } },
  demo: { command: demo, wrong: { large: 'Sobra «large».' } },
  dev: { command: dev, wrong: { large: 'Sobra «large».' } },
  files: {
    command: files,
    wrong: {
      '': 'Falta decir qué hacer: check o adopt.',
      traer: 'No existe «traer»: diga check o adopt.',
      'check adopt': 'Sobra «adopt».',
      'check --collection nada': 'No existe la colección «nada»: diga documentos o maletin_archivos.',
    },
  },
  'first-administrator': {
    command: firstAdministrator,
    wrong: {
      '': 'Falta --email.',
      '--email ana@example.test': 'Falta --name.',
      '--email ana@example.test --name Ana Pérez': 'Sobra «Pérez».',
    },
  },
  inspect: {
    command: inspect,
    wrong: {
      socios: 'Sobra «socios».',
      '--sample muchos': '--sample no es un número de documentos: «muchos».',
      '--all=yes': '--all no lleva ningún valor.',
    },
  },
  migrate: { command: migrate, wrong: { now: 'Sobra «now».' } },
  pictures: {
    command: pictures,
    wrong: {
      '': 'Falta decir qué hacer: check o rewrite.',
      'check --also portal': '--also no es una IP con su puerto: «portal».',
      'rewrite --also 127.0.0.1:80': '--also es solo para check.',
    },
  },
  'read-model': {
    command: readModel,
    wrong: {
      '': 'Falta decir qué hacer: status, verify o rebuild.',
      mend: 'No existe «mend»: diga status, verify o rebuild.',
      'verify --collection nada': 'No existe la colección «nada».',
      'verify --collection agencias --collection clientes': '--collection se dice una sola vez.',
    },
  },
  'reset-factors': { command: resetFactors, wrong: { '': 'Falta --email.', 'ana@example.test': 'Sobra «ana@example.test».' } },
  restore: { command: restore, wrong: { '': 'Falta --from.', '--from': 'Falta el valor de --from.' } },
  seed: { command: seed, wrong: { large: 'Sobra «large».' } },
};

const words = (line: string) => line.split(' ').filter((word) => word !== '');

const run = (command: Command, ...args: string[]) => runCommandByStream(command, args, NOTHING);

describe.each(Object.entries(COMMANDS))('%s', (name, { command, wrong }) => {
  const usage = new RegExp(`^npm run ${name}\\b`);

  it.each(['--help', '-h'])('prints its usage for %s, and does nothing', async (help) => {
    const { code, stdout, stderr } = await run(command, help);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(usage);
  });

  it.each(Object.entries({ ...wrong, '--force': 'No existe la opción --force.', '-x': 'No existe la opción -x.' }))(
    'names what is wrong with «%s» and prints its usage',
    async (line, sentence) => {
      const { code, stdout, stderr } = await run(command, ...words(line));
      expect([code, stdout]).toEqual([2, '']);
      const [first, blank, ...rest] = stderr.split('\n');
      expect([first, blank]).toEqual([sentence, '']);
      expect(rest.join('\n')).toMatch(usage);
    },
  );

  it('says nothing of Node or of another language in its usage', async () => {
    const { stdout } = await run(command, '--help');
    expect(stdout).not.toMatch(/\b(?:the|with|argument|FILE|FOLDER|NAME)\b/);
  });
});

it('every command of scripts/ is in this table', async () => {
  const scripts = await readdir(path.join(import.meta.dirname, 'scripts'));
  expect(scripts.map((script) => path.parse(script).name).sort()).toEqual(Object.keys(COMMANDS).sort());
});

it('without a database a command says so, and one that reads none lists what is missing', async () => {
  expect(await run(readModel, 'status')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'No hay base de datos: falta DATABASE_URL y ninguna demostración (npm run demo) corre en /nonexistent.\n',
  });
  for (const [command, code] of [
    [checkConfiguration, 1],
    [migrate, 2],
    [seed, 2],
  ] as const)
    expect(await run(command)).toEqual({
      code,
      stdout: '',
      stderr: expect.stringMatching(/^Problemas de configuración:\n {2}- PUBLIC_URL: falta;/),
    });
});
