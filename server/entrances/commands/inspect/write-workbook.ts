import { open } from 'node:fs/promises';
import { countOf, formatCount } from '../../../domain/text.ts';
import type { FurtherSheet, Row, RowBatches, Sheet } from '../../../workbooks/sheet.ts';
import { writeSheet } from '../../../workbooks/write-sheet.ts';
import { isUnused, type DescribedField } from './describe-collection.ts';
import type { Draft } from './draft-mapping.ts';
import type { InspectedBackend } from './inspect-backend.ts';
import type { InspectedCollection, Inspection } from './inspect-stores.ts';

const text = (title: string, width?: number) => ({ title, kind: 'text' as const, ...(width !== undefined && { width }) });
const integer = (title: string) => ({ title, kind: 'integer' as const });

/** Writes all results: a sheet with the overview, one per collection, then files, accounts and the REST backend. */
export async function writeInspection(file: string, inspection: Inspection, backend: InspectedBackend | null): Promise<void> {
  const sheet: Sheet = {
    title: 'Lo que hay guardado',
    name: 'Colecciones',
    parameters: [['Lecturas hechas', String(inspection.reads)]],
    columns: [
      text('Base', 14),
      text('Colección', 34),
      text('En el portal', 30),
      integer('Documentos'),
      integer('Mirados'),
      integer('Sin createdAt'),
      integer('Sin updatedAt'),
      integer('Sin isActive'),
      integer('Campos'),
      integer('Campos sin uso'),
      integer('Valores que se perderían'),
      integer('Referencias sin destino'),
    ],
    generatedAt: new Date(),
    generatedBy: 'npm run inspect',
    further: [
      ...inspection.collections.map((one) => collectionSheet(one, inspection)),
      placesSheet(inspection),
      ...(inspection.accounts ? [accountsSheet(inspection.accounts)] : []),
      ...(backend ? [backendSheet(backend)] : []),
    ],
  };
  // Opened first: a stream that cannot open its file would fail before anything listens to it.
  const destination = (await open(file, 'w')).createWriteStream();
  await writeSheet(destination, 'xlsx', sheet, once(inspection.collections.map(summaryRow)));
}

async function* once(rows: readonly Row[]): RowBatches {
  yield rows;
}

export function summaryOf({ described, known }: Pick<InspectedCollection, 'described' | 'known'>) {
  const fields = [...described.fields.values()];
  return {
    unused: fields.filter((field) => isUnused(field, known)).length,
    lost: fields.reduce((sum, field) => sum + field.lost.count, 0),
  };
}

function summaryRow(one: InspectedCollection): Row {
  const { database, path, documents, described, known, isOwn, dangling } = one;
  const { unused, lost } = summaryOf(one);
  const { createdAt, updatedAt, isActive } = described.without;
  const own = known ? (known.projection?.table ?? path) : isOwn ? 'La lleva el portal' : 'No la conoce';
  return [
    database,
    path,
    own,
    documents,
    described.lookedAt,
    createdAt,
    updatedAt,
    isActive,
    described.fields.size,
    unused,
    lost,
    dangling.length,
  ];
}

function collectionSheet({ database, path, described, known, dangling }: InspectedCollection, { drafts }: Inspection): FurtherSheet {
  const lost = new Set(dangling.map((one) => one.path));
  const row = (field: DescribedField): Row => {
    const nowhere = [...field.references].filter(([target]) => lost.has(target));
    const ids = [...new Set([...field.lost.ids, ...nowhere.flatMap(([, named]) => named)])].slice(0, 3);
    const strange = strangeWords(field, { path, draft: drafts[database] });
    return [
      field.name,
      field.found,
      described.lookedAt - field.found,
      [...field.kinds].map(([kind, count]) => `${kind} ${count}`).join(', '),
      [...field.feeds].join(', '),
      [...proposals(field, { path, draft: drafts[database] }), ...(strange === '' ? [] : [UNKNOWN_WORDS_ADVICE])].join('; ') ||
        (isUnused(field, known) ? 'Queda guardado; el portal no lo usa' : ''),
      field.lost.count,
      strange,
      nowhere.length,
      ids.join(', '),
    ];
  };
  return {
    title: `${path} (${database})`,
    name: database === 'main' ? path : `${path} (dig)`,
    columns: [
      text('Campo', 26),
      integer('Documentos que lo tienen'),
      integer('Que no'),
      text('De qué clase', 40),
      text('Alimenta en el portal', 34),
      text('Propuesta', 34),
      integer('Valores que se perderían'),
      text('Palabras que no conoce', 40),
      integer('Referencias sin destino'),
      text('Ejemplos (ids)', 50),
    ],
    rows: () => once([...described.fields.values()].sort((a, b) => b.found - a.found).map(row)),
  };
}

export const UNKNOWN_WORDS_ADVICE = 'Diga en «values» del mapeo qué significa cada palabra que no conoce, o corríjala en sus registros';

/** The portal fields guessed for a field, and for those within it. */
function proposals({ name }: DescribedField, { path, draft }: { path: string; draft: Draft }): string[] {
  const whole = draft.guesses.get(`${path} ${name}`);
  const inner = [...draft.guesses].filter(([place]) => place.startsWith(`${path} ${name}.`));
  return [...(whole === undefined ? [] : [whole]), ...inner.map(([place, field]) => `${place.slice(path.length + 1)}: ${field}`)];
}

/** `EN BODEGA (12), OTRO (1)`: unknown words of a choice, also within a map; '' for none. */
export function strangeWords({ name, strange }: DescribedField, { path, draft }: { path: string; draft: Draft }): string {
  const drafted = [...draft.strange].filter(([place]) => place === `${path} ${name}` || place.startsWith(`${path} ${name}.`));
  return [...strange, ...drafted.flatMap(([, words]) => [...words])].map(([word, count]) => `${word} (${formatCount(count)})`).join(', ');
}

const placesSheet = ({ places }: Inspection): FurtherSheet => ({
  title: 'Archivos, por dónde están',
  name: 'Archivos',
  columns: [text('Dónde', 44), integer('Direcciones'), text('Si se leen', 60), text('Ejemplos', 80)],
  rows: () =>
    once(
      [...places]
        .sort((a, b) => b[1].count - a[1].count)
        .map(([place, { count, reading, examples }]) => [place, count, reading, [...examples.keys()].join(', ')]),
    ),
});

const accountsSheet = ({ withoutPerson, withoutAccount }: NonNullable<Inspection['accounts']>): FurtherSheet => ({
  title: 'Cuentas y personas que no se corresponden',
  name: 'Cuentas',
  columns: [text('Qué', 34), text('Id', 40)],
  rows: () =>
    once([...withoutPerson.map((id) => ['Cuenta sin persona en usuarios', id]), ...withoutAccount.map((id) => ['Persona sin cuenta', id])]),
});

const backendSheet = ({ people, fields, problem }: InspectedBackend): FurtherSheet => ({
  title: problem === '' ? `Backend REST: ${countOf(people, 'persona', 'personas')}` : `Backend REST: ${problem}`,
  name: 'Backend REST',
  columns: [text('Campo', 26), integer('Personas que lo tienen'), text('De qué clase', 40), text('Alimenta en el portal', 34)],
  rows: () =>
    once(
      [...fields.values()].map(({ name, found, kinds, feeds }) => [
        name,
        found,
        [...kinds].map(([kind, count]) => `${kind} ${count}`).join(', '),
        [...feeds].join(', '),
      ]),
    ),
});
