import { Form } from '@remix-run/react';
import type { CountedUnder } from '#server/catalogs/list-records.ts';
import type { CatalogRecord } from '#server/catalogs/record.ts';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { agree, capitalize, theOne, thisOne } from '#server/domain/grammar.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList, type Facts } from '../../ui/DescriptionList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { recordHref } from '../../record-links.ts';
import type { CatalogScreenProps } from './CatalogForm.tsx';
import { AskedDeactivation } from './AskedDeactivation.tsx';
import { FieldValue } from './FieldValue.tsx';
import { PublishingLabel } from './PublishingLabel.tsx';
import { COPY_PARAM, sectionsOf } from './record-parts.ts';

/** A record as people read it; editing is one step further. */
export function CatalogRecordView({ data, record, parts = {} }: CatalogScreenProps & { record: CatalogRecord }) {
  const { description, back, crumbs, under } = data;
  const { listUrl, noun } = description;
  const { Actions, Aside, Facts, lost = 'no aparece en las listas ni en la aplicación' } = parts;
  const action = recordHref(listUrl, record.id, { back });
  return (
    <>
      <PageHead
        title={record.title}
        crumbs={[...crumbs, { label: record.title }]}
        secondary={
          record.isActive ? (
            <>
              {under ? <UnderLink {...under} /> : null}
              {Actions ? <Actions id={record.id} /> : null}
              <ButtonLink href={copyHref(listUrl, record.id, back)}>Duplicar</ButtonLink>
              <ActiveButton action={action} intent="deactivate" label="Eliminar" />
            </>
          ) : null
        }
        primary={
          record.isActive ? (
            <ButtonLink look="primary" icon="pencil" href={recordHref(listUrl, record.id, { mode: 'edit', back })} data-key="e">
              Editar
            </ButtonLink>
          ) : (
            <ActiveButton action={action} intent="restore" label={`Restaurar ${theOne(noun)}`} />
          )
        }
      />
      <AskedDeactivation action={action} cancelHref={action} />
      {record.isActive ? null : (
        <Notice kind="warning" className="mb-4">
          {capitalize(thisOne(noun))} está {agree(noun, 'eliminado')}: {lost}. Puede restaurarse.
        </Notice>
      )}
      {Facts ? (
        <Facts record={record} />
      ) : (
        <div className="record-columns">
          <Cards data={data} record={record} parts={parts} />
          {Aside ? <Aside values={record.values} /> : null}
        </div>
      )}
    </>
  );
}

function copyHref(listUrl: string, id: string, back: string): string {
  const href = recordHref(listUrl, 'new', { back });
  return `${href}${href.includes('?') ? '&' : '?'}${COPY_PARAM}=${encodeURIComponent(id)}`;
}

/** A card for every section of the form, and one for what the portal keeps itself. Whether the app shows a content is said once, above them. */
function Cards({
  data: { description, published },
  record,
  parts: { recordSections = {} } = {},
}: CatalogScreenProps & { record: CatalogRecord }) {
  return (
    <div className="grid max-w-4xl gap-4">
      {published ? (
        <p className="surface flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5">
          <PublishingLabel state={published.state} />
          <span className="text-muted">{published.sentence}</span>
        </p>
      ) : null}
      {sectionsOf(description.fields.filter(({ name }) => !published || name !== description.publishing?.flag)).map(([heading, group]) => {
        const Section = recordSections[heading];
        return (
          <Card key={heading} title={heading || 'Datos'}>
            <DescriptionList
              facts={Object.fromEntries(
                group.map((field) => [
                  field.label,
                  <FieldValue key={field.name} field={field} value={record.values[field.name] ?? null} title={record.title} />,
                ]),
              )}
            />
            {Section ? <Section values={record.values} /> : null}
          </Card>
        );
      })}
      <Card title="Registro">
        <DescriptionList facts={keptFacts(record)} />
      </Card>
    </div>
  );
}

/** What the portal keeps of every record. */
export function keptFacts({ createdAt, updatedAt, id }: CatalogRecord): Facts {
  return {
    Creación: formatDateTimeLong(createdAt),
    'Última modificación': formatDateTimeLong(updatedAt),
    Código: <code>{id}</code>,
  };
}

/** The way to what names the record, for whoever may open it. */
function UnderLink({ text, href }: CountedUnder) {
  return href === null ? <span className="text-muted">{text}</span> : <ButtonLink href={href}>{text}</ButtonLink>;
}

function ActiveButton({ action, intent, label }: { action: string; intent: 'deactivate' | 'restore'; label: string }) {
  return (
    <Form method="post" action={action}>
      <Button type="submit" name="intent" value={intent} look={intent === 'restore' ? 'primary' : 'plain'}>
        {label}
      </Button>
    </Form>
  );
}
