import { Form, useActionData, useNavigation } from '@remix-run/react';
import { fromGrantLines } from '#server/domain/document-permissions.ts';
import { peopleText, SCOPE_LABELS } from '#server/domain/document-permission-words.ts';
import { menuHref } from '#server/domain/menu.ts';
import { countOf } from '#server/domain/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { RecordColumns } from '../../ui/RecordColumns.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { StoryCard } from '../files/StoryCard.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { copyHref, listHref, recordHref } from '../../record-links.ts';
import type { SetAnswer } from './act-on-set.ts';
import { DifferenceTable } from './DifferenceTable.tsx';
import { MatrixView } from './MatrixView.tsx';
import type { SetData } from './set-data.ts';
import { setHref, SETS_URL, simulationHref } from './set-links.ts';

type Shown = NonNullable<SetData['record']>;

/** A set: what it allows, who has it, and a comparison with another one. */
export function SetView({ data, record }: { data: SetData; record: Shown }) {
  const { back, comparison, matrix, values } = data;
  return (
    <>
      <PageHead
        title={record.title || record.id}
        state={<StateLabel on={record.isActive} yes="En uso" no="Desactivado" />}
        subtitle={record.people === 0 ? 'Nadie lo tiene' : `Lo ${record.people === 1 ? 'tiene' : 'tienen'} ${peopleText(record.people)}`}
        crumbs={[{ label: 'Permisos de documentos', href: listHref(SETS_URL, back) }, { label: record.title || record.id }]}
        secondary={<Actions record={record} />}
        primary={
          record.can.edit ? (
            <ButtonLink look="primary" icon="pencil" href={setHref(record.id, 'edit')} data-key="e">
              Editar
            </ButtonLink>
          ) : null
        }
      />
      <Messages record={record} />
      <RecordColumns
        side={
          <>
            <FactCard
              title="Conjunto"
              facts={{ 'Documentos de': SCOPE_LABELS[record.agencyScope], 'Última modificación': record.updatedAt }}
              technical={{ Código: <code className="text-[0.8125rem] break-all">{record.id}</code> }}
            />
            <Holders record={record} opensPeople={data.opensPeople} />
            {data.story ? <StoryCard story={data.story} /> : null}
          </>
        }
      >
        <Card title={comparison ? `Comparado con ${comparison.other.title}` : 'Lo que permite'}>
          <CompareForm data={data} id={record.id} />
          {comparison ? (
            <Comparison record={record} comparison={comparison} />
          ) : (
            <MatrixView categories={matrix} permissions={fromGrantLines(values.permissions)} />
          )}
        </Card>
      </RecordColumns>
    </>
  );
}

function Actions({ record: { id, title, can } }: { record: Shown }) {
  const busy = useNavigation().state === 'submitting';
  return (
    <>
      {can.edit ? <ButtonLink href={copyHref(SETS_URL, id)}>Duplicar</ButtonLink> : null}
      <Form method="post" action={setHref(id)} className="contents">
        {can.deactivate ? (
          <ConfirmButton
            label="Desactivar"
            question={`¿Desactivar el conjunto «${title}»?`}
            explanation={<p>Nadie podrá recibirlo. Solo se puede desactivar cuando ninguna persona activa lo tiene. Puede restaurarse.</p>}
            confirmLabel="Desactivar"
            name="intent"
            value="deactivate"
          />
        ) : null}
        {can.restore ? (
          <Button type="submit" name="intent" value="restore" disabled={busy}>
            Restaurar
          </Button>
        ) : null}
      </Form>
    </>
  );
}

function Messages({ record }: { record: Shown }) {
  const answer = useActionData<SetAnswer | LostConnection>();
  return (
    <div className="mb-4 grid max-w-4xl gap-3 empty:hidden">
      <ActNotice answer={answer} />
      {record.isActive ? null : (
        <Notice kind="warning">
          Este conjunto está desactivado: nadie puede recibirlo, y quien todavía lo tenga no puede nada con él.
        </Notice>
      )}
      {record.can.edit || record.can.restore ? null : (
        <Notice kind="info">Solo un Administrador puede crear, cambiar o desactivar conjuntos de permisos.</Notice>
      )}
    </div>
  );
}

function Holders({ record: { holders, holdersTotal }, opensPeople }: { record: Shown; opensPeople: boolean }) {
  const more = holdersTotal - holders.length;
  return (
    <Card title="Quiénes lo tienen">
      {holders.length === 0 ? (
        <p className="text-muted">Todavía nadie lo tiene. Se da en Usuarios, al crear o editar a una persona.</p>
      ) : (
        <ul className="grid gap-x-4 sm:grid-cols-2" data-nav="">
          {holders.map(({ id, name, state }) => (
            <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 py-1">
              <span className="min-w-0 truncate" title={name}>
                {pageLink(opensPeople ? recordHref(menuHref('users'), id) : null, name)}
                {state ? null : <span className="text-muted"> (inactiva)</span>}
              </span>
              {state ? (
                <a className="text-link text-[0.8125rem]" href={simulationHref(id)} aria-label={`Ver como ${name}`}>
                  Ver como
                </a>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? <p className="mt-2 text-muted">Y {countOf(more, 'persona más', 'personas más')}.</p> : null}
    </Card>
  );
}

function CompareForm({ data: { others, comparison }, id }: { data: SetData; id: string }) {
  if (others.length === 0) return null;
  return (
    <Form method="get" action={setHref(id)} className="mb-4 flex flex-wrap items-end gap-2 no-print">
      <Field name="compare" label="Comparar con">
        {(control) => (
          <Select
            {...control}
            key={comparison?.other.id ?? ''}
            className="w-64"
            placeholder="Ningún otro conjunto"
            options={others.map((other) => ({ value: other.id, label: other.title }))}
            defaultValue={comparison?.other.id ?? ''}
          />
        )}
      </Field>
      <Button type="submit">Comparar</Button>
    </Form>
  );
}

function Comparison({ record, comparison: { other, differences } }: { record: Shown; comparison: NonNullable<SetData['comparison']> }) {
  if (differences.length === 0) return <p>Los dos conjuntos permiten lo mismo.</p>;
  return (
    <DifferenceTable
      caption={`Diferencias entre ${record.title} y ${other.title}`}
      differences={differences}
      labels={[`Solo en ${other.title}`, `Solo en ${record.title}`]}
    />
  );
}
