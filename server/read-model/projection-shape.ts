import { createHash } from 'node:crypto';
import type { Fields, FieldValue } from '../ports/documents/document-store.ts';
import type { AnyProjection } from './projection.ts';

/** One value of each kind that a document may hold, chosen so that differences in reading and formatting show. */
const PROBES: readonly FieldValue[] = [
  "Ñandú Güija/5-A 2345 67891 0101 Q1,234.50 O'Neill",
  '2026-05-12',
  '12/5/2026',
  '5512-3456',
  1_234.5,
  7,
  true,
  false,
  new Date('2026-05-12T15:04:05.123Z'),
  ['uno', 'DOS 2.50'],
  { name: 'Nombre', id: 'x', folders: ['a'] },
  [{ fecha: new Date('2026-05-13T00:00:00Z'), usuario: 'Ana', etapa: 'Visita', comentario: 'Llamó a 5512-3456' }],
  [{ url: 'https://ejemplo.test/a.jpg' }],
  { 0: 'uno', 1: { url: 'https://ejemplo.test/a.jpg' } },
];
/** Part of the shape, so that rows projected before unread fields were recorded are projected again. */
const FINDINGS = 'unread, ids';
const VERSION = 1_778_598_000_000_000n;

/**
 * A short text that changes when the rows of a projection do: a digest of the rows of made-up documents with each kind of value in every
 * field, and of its own. Rows with another shape are projected again (upkeep/outdated.ts).
 */
export function projectionShape(projection: AnyProjection): string {
  const sum = createHash('sha256').update(JSON.stringify([projection.columns, projection.expects ?? {}, FINDINGS]));
  const fields = Object.keys(projection.columns).filter((column) => column !== 'search_text');
  const documents = PROBES.map((probe): Fields => Object.fromEntries(fields.map((field) => [field, probe])));
  for (const data of [...documents, ...(projection.probes ?? [])])
    sum.update(JSON.stringify(projectProbe(projection, data), withBigIntegers));
  return sum.digest('base64url').slice(0, 16);
}

function projectProbe(projection: AnyProjection, data: Fields): unknown {
  const path = projection.pathOf?.('arriba/x') ?? `${projection.collection}/x`;
  const collection = path.slice(0, path.lastIndexOf('/'));
  try {
    return projection.project({ path, id: 'x', collection, data, version: VERSION, createdVersion: VERSION });
  } catch {
    // A version that refuses such a document records it as failed.
    return null;
  }
}

function withBigIntegers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
