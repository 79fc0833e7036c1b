import { importUrl, type RowOutcome } from '../domain/imports.ts';
import { withoutAccents } from '../domain/text.ts';
import type { AnswerCall, Call, Services } from '../services.ts';
import type { SheetExport } from '../workbooks/sheet.ts';
import { findWaiting } from '../ports/queue/work-leases.ts';
import { fieldNamed } from '../records/record-fields.ts';
import { openImporting } from './open-import.ts';
import { countRows, findLastImport, findOwnImport, findRows, leaseKeyOf } from './stored-import.ts';
import { isRequiredForNew, writeTemplate } from './write-template.ts';

const PREVIEW_ROWS = 50;
const SHOWN: readonly RowOutcome[] = ['wrong', 'new', 'changed', 'same', 'note'];
const MISTAKES: readonly RowOutcome[] = ['wrong', 'note'];

type ImportCall = Call & { url: string; id: string };

/** The screen of a list's imports; without an id the upload screen, with the import that waits there. Errors: `forbidden`, `not-found`. */
export async function getImport(
  services: Services,
  { actor, url, id, outcome, page: requestedPage }: ImportCall & { outcome: string; page: number },
) {
  const { noun, imports } = openImporting(services, { actor, url });
  const { fields, key, note = '' } = imports;
  const keyLabel = fieldNamed(fields, key).label;
  const about = { url, noun, note, keyLabel, required: fields.filter(isRequiredForNew).map(({ label }) => label) };
  if (id === '') {
    const last = await findLastImport(services.sql, { userId: actor.id, url });
    return { ...about, waiting: last && { fileName: last.fileName, href: importUrl(url, last.id) }, run: null };
  }
  const stored = await findOwnImport(services.sql, { userId: actor.id, url, id });
  const counts = await countRows(services.sql, id);
  const outcomes = SHOWN.includes(outcome as RowOutcome) ? [outcome as RowOutcome] : SHOWN;
  const total = outcomes.reduce((sum, one) => sum + counts[one], 0);
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(total / PREVIEW_ROWS)));
  const shown =
    stored.state === 'checking'
      ? []
      : await findRows(services.sql, id, { outcomes, offset: (page - 1) * PREVIEW_ROWS, most: PREVIEW_ROWS });
  const rows = shown.map(({ place, sheet, row, name, outcome: found, changes, problems, note: rowNote }) => ({
    place,
    sheet,
    row,
    name,
    outcome: found,
    changes,
    problems,
    note: rowNote,
  }));
  const { fileName, state, total: all } = stored;
  return {
    ...about,
    waiting: null,
    run: {
      id,
      fileName,
      state,
      waits: await findWaiting(services.sql, leaseKeyOf(id)),
      all,
      counts,
      rows,
      total,
      page,
      pageSize: PREVIEW_ROWS,
      outcome: outcomes === SHOWN ? '' : outcome,
    },
  };
}

/** The address that tells the progress of a worker's check. */
export function progressAnswer({ url }: { url: string }) {
  return {
    url: `${importUrl(url)}/progress`,
    read: (services: Services, { actor, params }: AnswerCall) => getImportProgress(services, { actor, url, id: params.get('id') ?? '' }),
  };
}

/** Errors: `forbidden`, `not-found`. */
export async function getImportProgress(services: Services, { actor, url, id }: ImportCall) {
  openImporting(services, { actor, url });
  const { state, total } = await findOwnImport(services.sql, { userId: actor.id, url, id });
  const { unchecked } = await countRows(services.sql, id);
  return { state, total, ready: total - unchecked, waits: await findWaiting(services.sql, leaseKeyOf(id)) };
}

/** The workbook that people fill in. Errors: `forbidden`. */
export async function openTemplate(services: Services, { actor, url }: Call & { url: string }): Promise<{ name: string; content: Buffer }> {
  const { noun, imports } = openImporting(services, { actor, url });
  const content = await writeTemplate(noun.plural, await imports.describe(services, { actor }));
  return {
    name: `plantilla-${withoutAccents(noun.plural)
      .replace(/[^a-z]+/gi, '-')
      .toLowerCase()}.xlsx`,
    content,
  };
}

/** Every wrong row with its problems, as a workbook. Errors: `forbidden`, `not-found`. */
export async function exportMistakes(services: Services, { actor, url, id }: ImportCall): Promise<SheetExport> {
  const { noun } = openImporting(services, { actor, url });
  const { fileName } = await findOwnImport(services.sql, { userId: actor.id, url, id });
  const { sql } = services;
  return {
    prefix: 'errores-de-importacion',
    sheet: {
      title: `Errores al importar ${noun.plural}`,
      name: 'Errores',
      parameters: [['Archivo', fileName]],
      columns: [
        { title: 'Hoja', kind: 'text' },
        { title: 'Fila', kind: 'integer' },
        { title: 'Registro', kind: 'text', width: 40 },
        { title: 'Problema', kind: 'text', width: 90 },
      ],
      generatedAt: new Date(),
      generatedBy: actor.name,
      organisation: services.liveSettings.current().cooperativeName,
    },
    rows: async function* (signal) {
      for (let offset = 0; ; offset += 500) {
        signal.throwIfAborted();
        const rows = await findRows(sql, id, { outcomes: MISTAKES, offset, most: 500 });
        if (rows.length === 0) return;
        yield rows.flatMap(({ sheet, row, name, problems }) => problems.map((problem) => [sheet, row, name, problem]));
      }
    },
    countRows: async () => {
      const { wrong, note } = await countRows(sql, id);
      return wrong + note;
    },
  };
}
