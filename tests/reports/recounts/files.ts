import { formatFileSize } from '#server/domain/file-size.ts';
import { formatCount, formatShare, toDecimals } from '#server/domain/text.ts';
import type { Doc, World } from '../random-documents.ts';
import {
  type Grouping,
  type ReportQuery,
  byAgency,
  byMonth,
  byPerson,
  byRecord,
  byWords,
  dayOfField,
  groupBy,
  matchesFilter,
  moment,
  type Recount,
  sum,
  tally,
  text,
  whether,
} from '../recounted.ts';

const EVENTS = 'eventos_archivos';
const happenedOn = dayOfField('at');
const DAY_MS = 86_400_000;

/** Days of the range up to today, both ends included. */
function daysOf({ from, to, today }: ReportQuery): number {
  const last = to < today ? to : today;
  return Math.max(0, Math.round((Date.parse(last) - Date.parse(from)) / DAY_MS) + 1);
}

function formatAverage(events: number, days: number): string {
  const average = days === 0 ? 0 : events / days;
  return average >= 100 ? formatCount(Math.round(average)) : toDecimals(average, 1);
}

const lastOf = (docs: readonly Doc[], field: string) =>
  new Date(Math.max(...docs.map((doc) => moment(field)(doc)?.getTime() ?? 0))).toISOString();

/** Events of one kind in the Maletín, by person or by file. */
function ofFiles(kind: string, group: 'file' | 'user'): Recount {
  const filters = { agencyId: text('agencyId'), userId: text('userId'), folderId: text('folderId') };
  const counted = (world: World, { from, to, filters: asked }: ReportQuery) =>
    world.all(EVENTS).filter((doc) => {
      const day = happenedOn(doc) ?? '';
      const isMeant = Object.entries(filters).every(([name, of]) => matchesFilter(asked[name] ?? '', of(doc)));
      return doc.data['area'] === 'briefcase' && doc.data['kind'] === kind && from <= day && day <= to && isMeant;
    });
  /** `last`: the latest event of the row, which says where it was: people change agencies, and files folders. */
  const describe = (id: string, world: World, last: Doc): Record<string, string> => {
    const then = text(`${group}Name`)(last);
    if (group === 'file')
      return {
        name: id === '' ? 'Sin archivo' : world.textOf('maletin_archivos', id, 'nombre') || then || id,
        detail: world.textOf('maletin_carpetas', text('folderId')(last), 'nombre') || text('folderId')(last),
      };
    return {
      name: id === '' ? 'Sin usuario' : world.textOf('usuarios', id, 'name') || then || id,
      detail: world.textOf('agencias', text('agencyId')(last), 'nombre') || text('agencyId')(last),
      email: world.textOf('usuarios', id, 'email'),
    };
  };
  return {
    filters: Object.fromEntries(Object.entries(filters).map(([name, of]) => [name, (world: World) => world.values(EVENTS, of)])),
    facts: (world, asked) => counted(world, asked).map((doc) => ({ day: happenedOn(doc) ?? '', agency: text('agencyId')(doc), events: 1 })),
    count(world, asked) {
      const docs = counted(world, asked);
      const rows = [...groupBy(docs, text(`${group}Id`))].map(([id, of]) => {
        const lastAt = lastOf(of, 'at');
        const last = of.filter((doc) => moment('at')(doc)?.toISOString() === lastAt).sort((one, other) => (one.id < other.id ? 1 : -1))[0];
        return { key: id, id, ...(last && describe(id, world, last)), events: of.length, share: of.length / docs.length, lastAt };
      });
      const days = [...groupBy(docs, (doc) => happenedOn(doc) ?? '')].map(([day, of]) => ({ day, events: of.length }));
      const [busiest] = days.sort((one, other) => other.events - one.events || (one.day < other.day ? -1 : 1));
      return {
        rows,
        totals: { events: docs.length, share: docs.length > 0 ? 1 : null },
        figures: [
          formatCount(docs.length),
          formatCount(rows.length),
          formatAverage(docs.length, daysOf(asked)),
          busiest ? busiest.day.split('-').reverse().join('/') : '—',
          rows.length === 0 ? '—' : formatShare(Math.max(...rows.map(({ share }) => share))),
        ],
      };
    },
  };
}

const KINDS = { upload: 'Cargó', view: 'Vio', print: 'Imprimió', download: 'Descargó' };
const ofKind = (kind: string) => ({ of: whether((doc) => doc.data['kind'] === kind), adds: true, figure: formatCount }) as const;
/** The document's current category. */
const categoryOf = (doc: Doc, world: World) => world.textOf('documentos', text('fileId')(doc), 'categoryId');

/** Not the events that other programs write under kinds of their own. */
const isOpening = ({ data: { area, kind } }: Doc) => area === 'digitalization' && typeof kind === 'string' && Object.hasOwn(KINDS, kind);

const byUser = byPerson('userId', 'usuario');

/** People without a record are called as their events call them. */
const openingPerson: Grouping = {
  ...byUser,
  name(id, world) {
    const name = byUser.name(id, world);
    const then = world.all(EVENTS).find((doc) => text('userId')(doc) === id && text('userName')(doc) !== '');
    return name === id && then ? text('userName')(then) : name;
  },
};

const openings = tally({
  collection: EVENTS,
  all: true,
  day: happenedOn,
  agency: text('agencyId'),
  among: isOpening,
  groups: {
    person: openingPerson,
    kind: byWords(text('kind'), KINDS),
    agency: byAgency('agencyId'),
    month: byMonth(happenedOn),
  },
  filters: { kind: text('kind'), userId: text('userId'), agencyId: text('agencyId'), categoryId: categoryOf },
  measures: { uploads: ofKind('upload'), views: ofKind('view'), prints: ofKind('print'), downloads: ofKind('download') },
});

/** A positive number, also as text; anything else counts as 0. */
function bytesOf({ data: { bytes } }: Doc): number {
  const number = typeof bytes === 'string' ? Number(bytes) : bytes;
  return typeof number === 'number' && number > 0 ? number : 0;
}

const storage = tally({
  collection: 'maletin_archivos',
  groups: {
    folder: byRecord(text('carpetaId'), { collection: 'maletin_carpetas', field: 'nombre', none: 'Sin carpeta' }),
    type: byRecord(text('tipoDocumentoId'), { collection: 'maletin_tipos_documento', field: 'nombre', none: 'Sin tipo de documento' }),
    agency: byAgency('agenciaId'),
    person: byPerson('userId'),
  },
  filters: {
    carpetaId: text('carpetaId'),
    tipoDocumentoId: text('tipoDocumentoId'),
    agenciaId: text('agenciaId'),
    userId: text('userId'),
  },
  measures: {
    bytes: { of: (docs) => sum(docs.map(bytesOf)), adds: true, figure: formatFileSize },
    largest: { of: (docs) => (docs.length === 0 ? null : Math.max(...docs.map(bytesOf))) },
  },
});

const ACTIVITY = 'actividad_usuarios';

/** Days with clicks, of people who belong to the agency now. */
function clickedDays(world: World, { from, to, filters: { agencyId = '' } }: ReportQuery) {
  return world.all(ACTIVITY).flatMap((doc) => {
    const [userId, day, clicks] = [text('userId')(doc), text('day')(doc), Number(doc.data['clicks'])];
    const agency = world.textOf('usuarios', userId, 'agency');
    const isMeant = clicks > 0 && (from === '' || from <= day) && (to === '' || day <= to) && matchesFilter(agencyId, agency);
    return isMeant ? [{ doc, userId, day, clicks, agency }] : [];
  });
}

const activity: Recount = {
  filters: { agencyId: (world) => world.values('usuarios', text('agency')) },
  facts: (world, asked) => clickedDays(world, asked).map(({ day, agency, clicks }) => ({ day, agency, events: clicks })),
  count(world, asked) {
    const found = clickedDays(world, asked);
    const all = sum(found.map(({ clicks }) => clicks));
    const rows = [...groupBy(found, ({ userId }) => userId)].map(([id, of]) => {
      const clicks = sum(of.map((one) => one.clicks));
      return {
        key: id,
        id,
        name: world.textOf('usuarios', id, 'name') || id,
        email: world.textOf('usuarios', id, 'email'),
        clicks,
        share: clicks / all,
        agency: world.textOf('agencias', of[0]?.agency ?? '', 'nombre'),
        days: new Set(of.map(({ day }) => day)).size,
        lastAt: lastOf(
          of.map(({ doc }) => doc),
          'lastAt',
        ),
      };
    });
    return {
      rows,
      totals: { clicks: all, share: all > 0 ? 1 : null },
      figures: [
        formatCount(all),
        formatCount(rows.length),
        formatCount(rows.length === 0 ? 0 : Math.round(all / rows.length)),
        rows.length === 0 ? '—' : formatCount(Math.max(...rows.map(({ clicks }) => clicks))),
      ],
    };
  },
};

export const FILE_RECOUNTS: Readonly<Record<string, Recount>> = {
  'uploads-by-user': ofFiles('upload', 'user'),
  'downloads-by-user': ofFiles('download', 'user'),
  'downloads-by-file': ofFiles('download', 'file'),
  'views-by-user': ofFiles('view', 'user'),
  'views-by-file': ofFiles('view', 'file'),
  'prints-by-user': ofFiles('print', 'user'),
  'prints-by-file': ofFiles('print', 'file'),
  'document-openings': openings,
  storage,
  'user-activity': activity,
};
