import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CATALOG_PROJECTIONS } from '../../catalogs/registry.ts';
import { PROJECTIONS } from '../../registries.ts';

const server = path.join(import.meta.dirname, '..', '..');
const names = readdirSync(server, { recursive: true, encoding: 'utf8' });
const files = (pattern: RegExp) =>
  names.filter((name) => pattern.test(name)).map((name) => ({ name, text: readFileSync(path.join(server, name), 'utf8') }));

/** Tables of what nobody creates and edits as a record, and where their own steps are tested. */
const NO_ENTITIES = {
  roles: 'a label and its permissions, saved as one: roles/roles.contract.ts',
  permisos_rol: 'one document per role, saved with its label: roles/roles.contract.ts',
  eventos_archivos: 'an append-only ledger: briefcase/open-file.test.ts',
  actividad_usuarios: 'counted from clicks: clicks/clicks.test.ts',
  auditoria: 'written with each act and never changed: features/audit-trail/audit-trail.test.ts',
  documentos: 'its states, acts and edits: digitalization/documents.contract.ts',
  packages: 'its states, lines and verdicts: packages/packages.contract.ts and received.contract.ts',
  reportes_programados: 'its times, states and rights: snapshots/snapshots.contract.ts',
  reportes_ejecuciones: 'made by workers: snapshots/snapshots.contract.ts',
  accesos_programas: 'given and revoked, never changed: tokens/tokens.contract.ts',
  permisos_documentos: 'a matrix, reviewed before it is saved: permission-sets/permission-sets.contract.ts',
};

it('every entity goes through the steps of its life on both stores', () => {
  const entities = files(/\/testing\/[a-z-]+-entity\.ts$/);
  const projections = files(/\.projection\.ts$/);
  const others = PROJECTIONS.filter(
    (projection) => !CATALOG_PROJECTIONS.includes(projection) && !Object.hasOwn(NO_ENTITIES, projection.table),
  );
  expect(others.length).toBeGreaterThan(3);
  for (const { table } of others) {
    const file = projections.find(({ text }) => new RegExp(`(?:  table: |defineTable\\(\\s*)'${table}',`).test(text));
    const entity = entities.find(({ text }) => file && text.includes(path.basename(file.name)));
    expect(entity, `an entity in a testing folder for ${table}`).toBeDefined();
  }
  for (const { name } of entities) {
    const room = name.slice(0, name.indexOf('/testing/'));
    const suites = names.filter((file) => file.startsWith(`${room}/`) && file.endsWith('-firestore.test.ts'));
    expect(suites.length, `${room} on Firestore`).toBeGreaterThan(0);
  }
});
