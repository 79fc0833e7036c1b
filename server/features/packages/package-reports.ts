import type { StateNames } from '../../domain/state-names.ts';
import { stateKey, stateTab } from '../../digitized/states.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import { daysPercentile, type Measure } from '../../reporting/counted-rows.ts';
import { byFilter, byMonth, listReport, type ListGrouping } from '../../reporting/list-report.ts';
import type { Report } from '../../reporting/report.ts';
import { momentDay, type RowDay } from '../../reporting/row-day.ts';
import { PACKAGES_RECEIVED, PACKAGES_SENT, SENT_OR_BEGUN, SENT_STATES } from './package-lists.ts';

const byRoute: ListGrouping = {
  id: 'route',
  label: 'Por ruta',
  words: { row: 'ruta', rows: 'rutas' },
  key: `t.from_agency || '/' || t."agencyId"`,
  names: AGENCIES,
  joined: { between: ' → ', none: 'Sin agencia' },
  link(key) {
    const [from = '', to = ''] = key.split('/');
    return from === '' || to === '' ? null : { from_agency: from, agencyId: to };
  },
};
const byState = byFilter('status', {
  label: 'Por estado',
  words: { row: 'estado', rows: 'estados' },
  key: stateKey(SENT_STATES),
  names: SENT_STATES.records,
  filter: 'status',
});

const RESOLVED = { from: 't."sendedAt"', to: 't."resolutionAt"', among: `t.status IN ('ACCEPTED', 'REJECTED')` };
const measures = ({ packages: names }: StateNames): Measure[] => [
  {
    name: 'medianDays',
    title: 'Mediana de días',
    duration: 'Mediana',
    kind: 'decimal',
    sql: daysPercentile({ part: 0.5, ...RESOLVED }),
    note: 'del envío a la resolución, de los resueltos',
  },
  {
    name: 'p90Days',
    title: '9 de cada 10, en días',
    duration: '9 de cada 10',
    kind: 'decimal',
    sql: daysPercentile({ part: 0.9, ...RESOLVED }),
    note: 'del envío a la resolución, de los resueltos',
  },
  {
    name: 'rejected',
    title: stateTab('REJECTED', SENT_STATES, names),
    kind: 'integer',
    sql: `count(*) FILTER (WHERE t.status = 'REJECTED')`,
    adds: true,
    note: 'no se aceptaron',
  },
  {
    name: 'different',
    title: 'Con diferencias',
    kind: 'integer',
    adds: true,
    note: 'no llegaron como salieron',
    sql: `count(*) FILTER (WHERE t.status IN ('ACCEPTED', 'REJECTED') AND t.difference_count > 0)`,
  },
];

/** How long packages are under way on each route, and what became of them; each side counts the packages that it sees. */
export const PACKAGE_REPORTS: readonly Report[] = [
  packageReport({
    id: 'packages-sent',
    title: 'Paquetes enviados por ruta',
    question: '¿Cuánto tardan los paquetes en cada ruta, y cuáles no llegan completos?',
    filePrefix: 'paquetes-enviados-por-ruta',
    place: { label: 'Paquetes enviados', href: PACKAGES_SENT.url },
    list: PACKAGES_SENT,
    // A draft has no route yet.
    always: { enviados: 'true' },
    day: momentDay(SENT_OR_BEGUN),
  }),
  packageReport({
    id: 'packages-received',
    title: 'Paquetes recibidos por ruta',
    question: '¿De dónde llegan paquetes, y cuánto se tarda en recibirlos?',
    filePrefix: 'paquetes-recibidos-por-ruta',
    place: { label: 'Paquetes recibidos', href: PACKAGES_RECEIVED.url },
    list: PACKAGES_RECEIVED,
    day: momentDay('t."sendedAt"'),
  }),
];

function packageReport(facts: Omit<Parameters<typeof listReport>[0], 'agency' | 'filters' | 'groupings' | 'measures'> & { day: RowDay }) {
  return listReport({
    ...facts,
    agency: 'agencyId',
    filters: ['from_agency', 'agencyId', 'userAssign', 'status'],
    groupings: [byRoute, byState, byMonth(facts.day)],
    measures,
  });
}
