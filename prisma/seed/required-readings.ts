import { addDays, dayOf } from '#server/domain/dates.ts';
import type { DemoFile, DemoPerson, SeedDocument } from './demo-data.ts';
import { uploadOf } from './file-events.ts';
import { createRandom } from './random.ts';

const SEED = 5_512_077;
const HOUR_MS = 3_600_000;
const WORKING_MS = 8 * HOUR_MS;

interface RequiredReading {
  folderId: string;
  roles?: readonly string[];
  agencias?: readonly string[];
  motivo: string;
  /** Asked so many days before today, with so many days to read from then on. */
  daysAgo: number;
  days: number;
  /** Share of the people asked who have read it. */
  share: number;
}

/** One reading under way and one overdue. */
const REQUIRED_READINGS: readonly RequiredReading[] = [
  { folderId: 'carpeta-02', roles: ['editor'], motivo: 'Cambios al reglamento interno', daysAgo: 4, days: 10, share: 0.6 },
  {
    folderId: 'carpeta-05',
    agencias: ['agencia-03', 'agencia-07'],
    motivo: 'Requisitos nuevos de garantías',
    daysAgo: 16,
    days: 14,
    share: 0.8,
  },
];

/** Eight o'clock in Guatemala, so many days from then. */
function inTheMorning(day: Date, days: number): Date {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + days, 14));
}

/** Files that must be read, and the ledger's events of those who read them. */
export function makeRequiredReadings(options: { people: readonly DemoPerson[]; files: readonly DemoFile[]; today: Date }): SeedDocument[] {
  const { people, files, today } = options;
  const random = createRandom(SEED);
  return REQUIRED_READINGS.flatMap(({ folderId, roles = [], agencias = [], motivo, daysAgo, days, share }) => {
    const at = inTheMorning(today, -daysAgo);
    const file = files.filter((one) => one.folderId === folderId && one.at < at).sort((one, other) => +other.at - +one.at)[0];
    if (!file) return [];
    const stored = { isActive: true, createdAt: at, updatedAt: at };
    const values = { roles, agencias, departamentos: [], personas: [], carpeta: '', motivo, pedidaPor: people[0]?.id ?? '' };
    const readers = people.filter(
      ({ role, agency, folders }) => agencias.includes(agency) || (roles.includes(role) && folders.includes(folderId)),
    );
    const reads = readers.flatMap((person) => {
      if (random.next() > share) return [];
      const readAt = inTheMorning(at, random.between(1, daysAgo - 1)).getTime() + random.between(0, WORKING_MS);
      return (['view', 'confirm'] as const).map((kind, step) => {
        const moment = new Date(readAt + step * 240_000);
        return {
          path: `eventos_archivos/lectura-${kind}-${file.id}-${person.id}`,
          data: { ...uploadOf(file, person, moment), kind },
          at: moment,
        };
      });
    });
    const hasta = addDays(dayOf(at), days);
    return [{ path: `maletin_lecturas/${file.id}`, data: { ...values, hasta, ...stored }, at }, ...reads];
  });
}
