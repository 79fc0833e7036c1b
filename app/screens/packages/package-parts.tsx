import type { ReactNode } from 'react';
import { verdictLabel, type PackageState, type Verdict } from '#server/domain/package-states.ts';
import { LATE_AFTER_DAYS, transitDaysText } from '#server/features/packages/domain/transit.ts';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import type { PackageRecord, ShownLine } from '#server/features/packages/get-package.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Facts } from '../../ui/DescriptionList.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { PlainTable, type PlainColumn } from '../../ui/PlainTable.tsx';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';
import { documentHref } from '../documents/document-links.ts';
import { shortDateTime } from '../../ui/short-dates.tsx';
import type { SentData } from './package-data.ts';

const TONES: Readonly<Record<PackageState, StatusTone>> = { ENTERED: 'plain', SENT: 'waiting', ACCEPTED: 'good', REJECTED: 'bad' };

/** A package's state, in words and with a sign. */
export function PackageStateOf({ status, stateName, isActive = true }: { status: string; stateName: ReactNode; isActive?: boolean }) {
  if (!isActive) return <StatusLabel tone="off">Anulado</StatusLabel>;
  const tone = Object.entries(TONES).find(([state]) => state === status)?.[1] ?? 'off';
  return <StatusLabel tone={tone}>{stateName}</StatusLabel>;
}

const VERDICT_TONES: Readonly<Record<Exclude<Verdict, ''>, StatusTone>> = {
  RECEIVED: 'good',
  MISSING: 'bad',
  DAMAGED: 'waiting',
  MISMATCH: 'bad',
};

/** A line's verdict on receipt; a dash before it was checked. */
function VerdictOf({ verdict }: { verdict: Verdict }) {
  if (verdict === '') return <span className="text-muted">{verdictLabel(verdict)}</span>;
  return <StatusLabel tone={VERDICT_TONES[verdict]}>{verdictLabel(verdict)}</StatusLabel>;
}

/** Days in transit; late packages also get a sign. */
export function DaysUnderWay({ days }: { days: number }) {
  const text = transitDaysText(days);
  return days > LATE_AFTER_DAYS ? <StatusLabel tone="bad">{text}</StatusLabel> : <span className="tabular">{text}</span>;
}

type LineColumn = PlainColumn<ShownLine & { number: number }>;

const NUMBER: LineColumn = { label: 'N.º', look: 'num', cell: ({ number }) => number };
const DOCUMENT: LineColumn = {
  label: 'Documento',
  cell: ({ document, digitalizationId, opens, ...line }) => (
    <>
      {pageLink(opens ? documentHref(digitalizationId) : null, document || digitalizationId)}
      {/* For phones, which have no room for these columns. */}
      <span className="block text-[0.8125rem] text-muted sm:hidden">
        {line.typeName}
        {line.note === '' ? null : <span className="block text-base-content">{line.note}</span>}
        {line.checkerName === '' ? null : <span className="block">Revisó {line.checkerName}</span>}
      </span>
    </>
  ),
};
const TYPE: LineColumn = {
  label: 'Tipo',
  from: 'sm',
  cell: ({ categoryName, typeName }) => [categoryName, typeName].filter(Boolean).join(' › '),
};
/** Placed before the type, which matters less. */
const FOUND: readonly LineColumn[] = [
  { label: 'Revisión', look: 'nowrap', cell: ({ verdict }) => <VerdictOf verdict={verdict} /> },
  { label: 'Nota', from: 'sm', cell: ({ note }) => note },
];
const CHECKER: LineColumn = {
  label: 'Revisó',
  from: 'sm',
  cell: ({ checkerName, checkedAt }) => (
    <>
      {checkerName} <span className="nowrap text-muted">{shortDateTime(checkedAt)}</span>
    </>
  ),
};

/** The lines of a package, with verdicts once it was checked, and why they keep it from being worked on. */
export function PackageLines({ lines, unread }: Pick<PackageRecord, 'lines' | 'unread'>) {
  const wasChecked = lines.some(({ verdict }) => verdict !== '');
  const problem = unread === '' ? null : <Notice kind="warning">{unread}</Notice>;
  if (lines.length === 0) return <Card title="Contenido">{problem ?? <p className="text-muted">Todavía no lleva nada.</p>}</Card>;
  return (
    <section>
      <h2 className="mb-2">Contenido</h2>
      {problem}
      <PlainTable
        caption="Contenido del paquete"
        columns={wasChecked ? [NUMBER, DOCUMENT, ...FOUND, TYPE, CHECKER] : [NUMBER, DOCUMENT, TYPE]}
        rows={lines.map((line, index) => ({ ...line, number: index + 1 }))}
        keyOf={({ lineId }) => lineId}
      />
    </section>
  );
}

/** Papers that arrived without a line. */
export function ExtraPapers({ extras }: Pick<PackageRecord, 'extras'>) {
  return (
    <ul className="list-disc ps-5">
      {extras.map(({ document, note }, index) => (
        <li key={index} className="wrap-anywhere">
          {[document, note].filter(Boolean).join(': ')}
        </li>
      ))}
    </ul>
  );
}

/** The facts of a package that sender and recipient both see. */
export function factsOf(record: PackageRecord, labels: SentData['labels']): Facts {
  const { names, pages, needReassign, sendedAt, resolutionAt } = record;
  return {
    [labels.agencyId]: pageLink(pages.agency, names.agency),
    [labels.userAssign]: names.person === '' ? <span className="text-muted">Quien lo acepte</span> : pageLink(pages.person, names.person),
    // A draft has not been sent by anybody yet.
    [sendedAt === null ? 'Preparado por' : labels.from]: pageLink(pages.sender, names.sender),
    ...(names.fromAgency !== '' && { 'Agencia de origen': pageLink(pages.fromAgency, names.fromAgency) }),
    [labels.needReassign]: needReassign ? 'Documentos ya digitalizados' : 'Papeles',
    ...(sendedAt !== null && { [labels.sendedAt]: formatDateTimeLong(sendedAt) }),
    ...(resolutionAt !== null && { [labels.resolutionAt]: formatDateTimeLong(resolutionAt) }),
  };
}

export function technicalFactsOf({ id }: Pick<PackageRecord, 'id'>): Facts {
  return { Identificador: <code className="text-[0.8125rem] break-all">{id}</code> };
}
