import { Form } from '@remix-run/react';
import Pencil from 'lucide-react/icons/pencil';
import type { FieldDescription } from '#server/catalogs/definition.ts';
import type { CatalogRecord } from '#server/catalogs/record.ts';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { agree, capitalize, theOne, thisOne } from '#server/domain/grammar.ts';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { listHref, recordHref } from '../lists/record-links.ts';
import { ImageUploadForm } from '../images/ImageUploadForm.tsx';
import { FieldValue } from './FieldValue.tsx';
import type { RecordParts } from './record-parts.ts';
import type { CatalogRecordData } from './record-data.ts';

interface CatalogRecordViewProps {
  data: CatalogRecordData;
  record: CatalogRecord;
  above?: readonly Crumb[] | undefined;
  parts?: RecordParts | undefined;
  uploadId?: string | undefined;
}

/** A record as people read it; editing is one step further. */
export function CatalogRecordView({
  data: { description, back },
  record,
  above,
  parts = {},
  uploadId = above ? undefined : record.id,
}: CatalogRecordViewProps) {
  const { listUrl, noun, fields } = description;
  const { Actions, Aside, recordSections = {} } = parts;
  const action = recordHref(listUrl, record.id, { back });
  return (
    <>
      <PageHead
        title={record.title}
        crumbs={[...(above ?? [{ label: capitalize(noun.plural), href: listHref(listUrl, back) }]), { label: record.title }]}
        secondary={
          record.isActive ? (
            <>
              {Actions ? <Actions id={record.id} /> : null}
              <ActiveButton action={action} intent="deactivate" label="Eliminar" />
            </>
          ) : null
        }
        primary={
          record.isActive ? (
            <ButtonLink look="primary" icon={Pencil} href={recordHref(listUrl, record.id, { mode: 'edit', back })} data-key="e">
              Editar
            </ButtonLink>
          ) : (
            <ActiveButton action={action} intent="restore" label={`Restaurar ${theOne(noun)}`} />
          )
        }
      />
      {record.isActive ? null : (
        <Notice kind="warning" className="mb-4">
          {capitalize(thisOne(noun))} está {agree(noun, 'eliminado')}: no aparece en las listas ni en la aplicación. Puede restaurarse.
        </Notice>
      )}
      <div className="record-columns">
        <div className="grid max-w-4xl gap-4">
          {cardsOf(fields).map(([heading, group]) => {
            const Section = recordSections[heading];
            return (
              <Card key={heading} title={heading}>
                <DescriptionList
                  facts={Object.fromEntries(
                    group.map((field) => [
                      field.label,
                      <Fact key={field.name} field={field} record={record} catalog={description.id} uploadId={uploadId} back={back} />,
                    ]),
                  )}
                />
                {Section ? <Section values={record.values} /> : null}
              </Card>
            );
          })}
          <Card title="Registro">
            <DescriptionList
              facts={{
                Creación: formatDateTimeLong(record.createdAt),
                'Última modificación': formatDateTimeLong(record.updatedAt),
                Código: <code>{record.id}</code>,
              }}
            />
          </Card>
        </div>
        {Aside ? <Aside values={record.values} /> : null}
      </div>
    </>
  );
}

interface FactProps {
  field: FieldDescription;
  record: CatalogRecord;
  catalog: string;
  /** Records elsewhere than in a registered catalog say how the upload route knows them, or take no pictures here. */
  uploadId: string | undefined;
  back: string;
}

function Fact({ field, record, catalog, uploadId, back }: FactProps) {
  const takesPictures = uploadId !== undefined && record.isActive && (field.kind === 'image' || field.kind === 'links');
  return (
    <>
      <FieldValue field={field} value={record.values[field.name] ?? null} title={record.title} />
      {takesPictures ? <ImageUploadForm catalog={catalog} id={uploadId} version={record.version} field={field} back={back} /> : null}
    </>
  );
}

export function ActiveButton({ action, intent, label }: { action: string; intent: 'deactivate' | 'restore'; label: string }) {
  return (
    <Form method="post" action={action}>
      <Button type="submit" name="intent" value={intent} look={intent === 'restore' ? 'primary' : 'plain'}>
        {label}
      </Button>
    </Form>
  );
}

function cardsOf(fields: readonly FieldDescription[]): [string, FieldDescription[]][] {
  const cards = new Map<string, FieldDescription[]>();
  for (const field of fields) {
    const heading = field.section === '' ? 'Datos' : field.section;
    cards.set(heading, [...(cards.get(heading) ?? []), field]);
  }
  return [...cards];
}
