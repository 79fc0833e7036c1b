import { textsOf } from '../../domain/form-value.ts';
import { readCurrentValues, type BulkAct } from '../../lists/bulk-act.ts';
import { reference } from '../../records/fields.ts';
import { FILE_KIND } from './file-kind.ts';
import { GRANT_KINDS, type GrantKind } from './folder-access.ts';
import { REQUEST_FIELDS, findPossibleReaders, READING_KIND, setReading } from './required-reading.ts';

const TO = reference({ name: 'to', label: 'Quién debe leerlos', required: true, catalog: 'usuarios' });
const KINDS: Readonly<Record<GrantKind, string>> = {
  roles: 'Rol',
  agencias: 'Agencia',
  departamentos: 'Departamento',
  personas: 'Persona',
};

/**
 * Asks for the same reading of many files, for example of all in a folder. The held value of a file is whether it is asked of them, until
 * when, why, and who else must read it: the day holds for all of them, so once somebody asks others too, undoing would leave these without
 * a day, and late. Then the reading stays as it is, and whoever undoes is told.
 */
export const READING_ACT: BulkAct = {
  id: 'ask-reading',
  label: 'Pedir lectura',
  of: 'de',
  icon: 'calendar-days',
  done: ['Se pidió leer', 'Se pidió leer'],
  joins: ' a: ',
  asks: [TO, ...REQUEST_FIELDS],
  async findOptions(services) {
    const { choices } = await findPossibleReaders(services, {});
    return {
      to: Object.entries(KINDS).flatMap(([kind, word]) =>
        choices[kind as GrantKind].map(({ value, label }) => ({ value, label: `${word}: ${label}` })),
      ),
    };
  },
  async findHeld(services, { ids, asked }) {
    const to = asked['to'] ?? '';
    const [files, readings] = await Promise.all([
      readCurrentValues(services, FILE_KIND, { ids, field: 'nombre', title: 'nombre' }),
      services.documents.main.getMany([...ids].map((id) => `${READING_KIND.collection}/${id}`)),
    ]);
    const readingsByFile = new Map(
      readings.flatMap((reading) => (reading ? [[reading.id, READING_KIND.read(reading.data)] as const] : [])),
    );
    return new Map(
      [...files].map(([id, { name }]) => {
        const { hasta, motivo, carpeta, ...given } = readingsByFile.get(id) ?? READING_KIND.read({});
        const grantees = GRANT_KINDS.flatMap((kind) => given[kind].map((one) => `${kind}:${one}`));
        const others = [carpeta, ...grantees.filter((one) => one !== to)];
        return [id, { name, value: [grantees.includes(to) ? 'sí' : 'no', hasta, motivo, ...others] }];
      }),
    );
  },
  wanted: (held, asked) => ['sí', asked['hasta'] ?? '', asked['motivo'] ?? '', ...textsOf(held).slice(3)],
  async set(services, { actor, requestId, id, asked, wanted }) {
    const [isAsked, hasta = '', motivo = ''] = textsOf(wanted);
    const to = asked['to'] ?? '';
    await setReading(services, { actor, requestId, id, to, wanted: { hasta, motivo }, opens: isAsked === 'sí' });
  },
};
