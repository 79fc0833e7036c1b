import { ANYBODY, LATE_AFTER_DAYS } from '#server/domain/transit.ts';
import { differencesText } from '#server/domain/package-states.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListedReceived } from '#server/features/packages/find-received.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { shortDate } from '../lists/short-dates.tsx';
import { PackageStateOf } from '../packages/PackageStateOf.tsx';
import { receivedHref } from './reception-links.ts';

const column = columnsOf<ListedReceived>();
export const RECEIVED_COLUMNS = [
  column({
    name: 'code',
    label: 'Paquete',
    fields: ['id', 'code'],
    look: 'nowrap',
    cell: ({ id, code }, back) => <a href={receivedHref(id, { back })}>{code}</a>,
  }),
  column({ name: 'status', label: 'Estado', fields: ['status', 'stateName'], look: 'nowrap', cell: (row) => <PackageStateOf {...row} /> }),
  column({ name: 'originName', label: 'De la agencia', fields: ['originName'], look: 'cut', from: 'sm' }),
  column({ name: 'senderName', label: 'Enviado por', fields: ['senderName'], look: 'cut', from: 'lg' }),
  column({
    name: 'personName',
    label: 'Para',
    fields: ['personName'],
    look: 'cut',
    from: 'md',
    cell: ({ personName }) => personName || <span className="text-muted">{ANYBODY}</span>,
  }),
  column({ name: 'agencyName', label: 'Destino', fields: ['agencyName'], look: 'cut', optional: true }),
  column({
    name: 'line_count',
    label: 'Revisadas',
    fields: ['checked_count', 'line_count'],
    look: 'num',
    from: 'sm',
    cell: ({ checked_count, line_count }) => `${checked_count} de ${line_count}`,
  }),
  column({
    name: 'difference_count',
    label: 'Diferencias',
    fields: ['difference_count'],
    look: 'nowrap',
    from: 'xl',
    cell: ({ difference_count }) => differencesText(difference_count),
  }),
  column({
    name: 'days',
    label: 'En camino',
    fields: ['days'],
    look: 'nowrap',
    from: 'lg',
    cell: ({ days }) => <DaysUnderWay days={days} />,
  }),
  column({
    name: 'sendedAt',
    label: 'Enviado',
    fields: ['sendedAt'],
    look: 'nowrap',
    from: 'md',
    cell: ({ sendedAt }) => shortDate(sendedAt),
  }),
];

/** How long something is under way; late ones say so in words. */
export function DaysUnderWay({ days }: { days: number | null }) {
  if (days === null) return null;
  const text = days === 0 ? 'hoy' : countOf(days, 'día', 'días');
  return days > LATE_AFTER_DAYS ? <StatusLabel tone="bad">{text}, atrasado</StatusLabel> : <span className="tabular">{text}</span>;
}
