import type { CatalogRecord } from '#server/catalogs/record.ts';
import { isInApp } from '#server/domain/app-contents.ts';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { agree, capitalize, withArticle, withDemonstrative } from '#server/domain/grammar.ts';
import { Card, FactCard } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { LinkedCard } from '../../ui/LinkedCard.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { RecordColumns } from '../../ui/RecordColumns.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { StoryCard } from '../files/StoryCard.tsx';
import { ActiveButton } from '../forms/ActiveButton.tsx';
import { CopyLink, EditLink } from '../forms/EditLink.tsx';
import { recordHref } from '../../record-links.ts';
import type { CatalogScreenProps } from './CatalogForm.tsx';
import { ConfirmDeactivation } from './ConfirmDeactivation.tsx';
import { FieldValue } from './FieldValue.tsx';
import { PublishingLabel } from './PublishingLabel.tsx';
import { sectionsOf } from './record-parts.ts';

/** Read-only view of a record, with a link to its form. */
export function CatalogRecordView({ data, record, parts = {} }: CatalogScreenProps & { record: CatalogRecord }) {
  const { description, back, crumbs, published, story, linked } = data;
  const { listUrl, menu, noun } = description;
  const { Actions, Aside, Facts, lost = `no aparece en las listas ni ${isInApp(menu) ? 'en la aplicación' : 'se puede elegir'}` } = parts;
  const action = recordHref(listUrl, record.id, { back });
  const cards = cardsOf({ data, record, parts });
  const half = Math.ceil(cards.length / 2);
  const metadata = (
    <>
      <LinkedCard linked={linked} />
      <MetadataCard record={record} />
      {story ? <StoryCard story={story} /> : null}
    </>
  );
  return (
    <>
      <PageHead
        title={record.title}
        state={<StateOf data={data} record={record} />}
        subtitle={record.isActive ? published?.sentence : null}
        crumbs={[...crumbs, { label: record.title }]}
        secondary={
          record.isActive ? (
            <>
              {Actions ? <Actions id={record.id} /> : null}
              <CopyLink menu={menu} listUrl={listUrl} id={record.id} back={back} />
              <ActiveButton menu={menu} action={action} intent="deactivate" label="Eliminar" />
            </>
          ) : null
        }
        primary={
          record.isActive ? (
            <EditLink menu={menu} href={recordHref(listUrl, record.id, { mode: 'edit', back })} />
          ) : (
            <ActiveButton menu={menu} action={action} intent="restore" label={`Restaurar ${withArticle(noun)}`} />
          )
        }
      />
      <ConfirmDeactivation action={action} cancelHref={action} />
      {record.isActive ? null : (
        <Notice kind="warning" className="mb-4">
          {capitalize(withDemonstrative(noun))} está {agree(noun, 'eliminado')}: {lost}. Puede restaurarse.
        </Notice>
      )}
      {Facts ? (
        <Facts record={record} kept={metadata} />
      ) : (
        <div className="record-columns">
          {Aside ? (
            <>
              <div className="grid max-w-4xl gap-4">
                {cards}
                {metadata}
              </div>
              <Aside values={record.values} />
            </>
          ) : (
            <RecordColumns
              side={
                <>
                  {cards.slice(half)}
                  {metadata}
                </>
              }
            >
              {cards.slice(0, half)}
            </RecordColumns>
          )}
        </div>
      )}
    </>
  );
}

/** The flag for a record's state: shown in the page head. */
const STATE_FIELD = 'estado';

/** For a content, whether the app shows it; for other records, whether they are active. */
function StateOf({ data: { description, published }, record }: CatalogScreenProps & { record: CatalogRecord }) {
  if (!record.isActive) return <StatusLabel tone="off">{capitalize(agree(description.noun, 'eliminado'))}</StatusLabel>;
  if (published) return <PublishingLabel state={published.state} />;
  const field = description.fields.find(({ name }) => name === STATE_FIELD);
  return field ? <FieldValue field={field} value={record.values[STATE_FIELD] ?? null} title={record.title} /> : null;
}

/** A card for every section of the form. */
function cardsOf({
  data: { description, published },
  record,
  parts: { recordSections = {} } = {},
}: CatalogScreenProps & { record: CatalogRecord }) {
  const inHead = published ? description.publishing?.flag : STATE_FIELD;
  return sectionsOf(description.fields.filter(({ name }) => name !== inHead)).map(([heading, group]) => {
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
  });
}

/** What the portal stores for every record. */
function MetadataCard({ record: { createdAt, updatedAt, id } }: { record: CatalogRecord }) {
  return (
    <FactCard
      title="Registro"
      facts={{ Creación: formatDateTimeLong(createdAt), 'Última modificación': formatDateTimeLong(updatedAt) }}
      technical={{ Código: <code className="text-[0.8125rem] break-all">{id}</code> }}
    />
  );
}
