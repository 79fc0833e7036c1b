import type { ReactNode } from 'react';
import { formatDate, formatDateTimeLong, formatDay } from '#server/domain/dates.ts';
import { menuHref } from '#server/domain/menu.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import type { DocumentState } from '#server/domain/document-states.ts';
import type { Facts } from '../../ui/DescriptionList.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';
import { recordHref } from '../../record-links.ts';
import { fileText } from '../files/FileVersions.tsx';
import type { DocumentData } from './record-data.ts';

type Shown = DocumentData['document'];

const TONES: Readonly<Record<DocumentState, StatusTone>> = { INDEXED: 'plain', ASSIGNED: 'waiting', RETURNED: 'bad', ARCHIVED: 'good' };

/** A document's state, in words and with a sign. */
export function StateOf({ status, stateName }: { status: string; stateName: ReactNode }) {
  const tone = Object.entries(TONES).find(([state]) => state === status)?.[1] ?? 'off';
  return <StatusLabel tone={tone}>{stateName}</StatusLabel>;
}

/** A package's code, as a link for those who may open it. */
export function PackageLink({ code, href }: { code: string; href: string | null }) {
  return href === null ? <code>{code}</code> : pageLink(href, code);
}

/** A document's facts, for its card. A document created from a paper in a package has no indexed file. */
export function factsOf({ document, labels, story }: DocumentData): Facts {
  const { file, ubicacion, holderName, pages, retentionYears } = document;
  return {
    [labels.userId]: holderName === '' ? <span className="text-muted">Nadie</span> : pageLink(pages.holder, holderName),
    [labels.categoryId]: pageLink(pages.category, document.categoryName),
    [labels.documentId]: pageLink(pages.type, document.typeName),
    [labels.agencyId]: pageLink(pages.agency, document.agencyName),
    [labels.agencyFromDoc]: pageLink(pages.origin, document.originName),
    [labels.fileName]: file ? fileText(file) : <StatusLabel tone="waiting">Sin archivo</StatusLabel>,
    ...(ubicacion !== '' && { [labels.ubicacion]: ubicacion }),
    ...(document.packages.last !== '' && {
      [labels.fromPackaging]: <PackageLink code={document.packages.last} href={document.packages.lastHref} />,
    }),
    ...(retentionYears !== null && { 'Se conserva hasta': formatDate(addYears(document.createdAt, retentionYears)) }),
    [story?.isOfPackage ? 'Enviado por' : labels.createdBy]: pageLink(pages.creator, document.creatorName),
    'Fecha de creación': formatDateTimeLong(document.createdAt),
  };
}

export function technicalFactsOf({ document }: DocumentData): Facts {
  return {
    'Última modificación': formatDateTimeLong(document.updatedAt),
    Código: <code className="text-[0.8125rem] break-all">{document.id}</code>,
  };
}

function addYears(at: string, years: number): Date {
  const until = new Date(at);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until;
}

/**
 * The fields of its type; fields with the same label also show their key. @param opensMembers whether the person may open members' pages
 */
export function campoFacts(campos: Shown['campos'], opensMembers: boolean): Facts {
  const seen = new Set<string>();
  return Object.fromEntries(
    campos.map((campo) => {
      const label = seen.has(campo.label) ? `${campo.label} (${campo.clave})` : campo.label;
      seen.add(campo.label);
      return [label, campoValue(campo, opensMembers)] as const;
    }),
  );
}

function campoValue({ tipo, text, member }: Shown['campos'][number], opensMembers: boolean) {
  if (member)
    return opensMembers ? (
      <a data-nav="" href={recordHref(menuHref('customers'), member.id)}>
        {member.name}
      </a>
    ) : (
      member.label
    );
  if (text === '') return null;
  if (tipo === 'moneda') return <span className="tabular">{formatQuetzales(text)}</span>;
  if (tipo === 'fecha') return formatDay(text) || text;
  return <span className="whitespace-pre-line wrap-anywhere">{text}</span>;
}
