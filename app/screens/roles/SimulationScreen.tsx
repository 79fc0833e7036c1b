import { Form, useLoaderData } from '@remix-run/react';
import { DOCUMENT_ACTIONS, type DocumentAction, type PermissionReason } from '#server/domain/document-permissions.ts';
import { actionLabel, reasonText, SCOPE_LABELS } from '#server/domain/document-permission-words.ts';
import { uncapitalize } from '#server/domain/grammar.ts';
import { menuHref } from '#server/domain/menu.ts';
import { ADMIN_ROLE } from '#server/domain/roles.ts';
import { QUERY_MAX } from '#server/domain/bounded-text.ts';
import type { SimulatedType } from '#server/features/roles/permission-sets.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, FactCard } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { recordHref } from '../../record-links.ts';
import { MatrixParts } from './MatrixView.tsx';
import { setHref, SETS_URL, SIMULATION_URL } from './set-links.ts';
import type { loadSimulation } from './simulation-data.ts';

type Data = ReturnType<typeof useLoaderData<typeof loadSimulation>>;
type Found = NonNullable<Data['found']>;

/** What one person may do with documents, and why; read-only, nothing can be done in their name. */
export function SimulationScreen() {
  const data = useLoaderData<typeof loadSimulation>();
  const { found } = data;
  const title = found ? `Ver como ${found.person.name || found.person.email}` : 'Ver como';
  return (
    <>
      <PageHead
        title={title}
        subtitle="Qué puede hacer una persona con los documentos digitalizados en este momento, y por qué."
        crumbs={[{ label: 'Permisos de documentos', href: SETS_URL }, { label: 'Ver como' }]}
      />
      <ChoiceForm data={data} />
      {found ? <FoundPerson found={found} data={data} /> : null}
    </>
  );
}

function ChoiceForm({ data: { people, userId, q } }: { data: Data }) {
  return (
    <Form key={`${userId} ${q}`} method="get" action={SIMULATION_URL} className="mb-4 flex flex-wrap items-end gap-2 no-print">
      <Field name="userId" label="Persona">
        {(control) => (
          <Select
            {...control}
            className="w-72"
            placeholder="Elija una persona"
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={userId}
          />
        )}
      </Field>
      <Field name="q" label="Tipo, categoría o documento">
        {(control) => <TextInput {...control} type="search" className="w-64" maxLength={QUERY_MAX} defaultValue={q} />}
      </Field>
      <Button type="submit" look="primary">
        Ver
      </Button>
    </Form>
  );
}

function FoundPerson({ found: { person, categories, documents }, data: { opensPeople, seesAll, q } }: { found: Found; data: Data }) {
  const { set } = person;
  return (
    <div className="grid max-w-5xl gap-4">
      <Notice kind="info">Solo se mira: no se puede hacer nada en nombre de esta persona. La consulta quedó en la auditoría.</Notice>
      <FactCard
        title="De dónde vienen sus permisos"
        facts={{
          Persona: opensPeople ? (
            <Linked href={recordHref(menuHref('users'), person.id)} text={person.name || person.email} />
          ) : (
            person.name
          ),
          Rol: person.roleTitle,
          'Conjunto de permisos': set ? <Linked href={setHref(set.id)} text={set.title || set.id} /> : <WithoutSet person={person} />,
          'Documentos de': person.role === ADMIN_ROLE || !set ? '' : SCOPE_LABELS[set.agencyScope],
          Menú: person.opensDocuments ? 'Tiene «Digitalizar documentos»' : 'No tiene «Digitalizar documentos»: no abre la lista',
        }}
      />
      <Card title={`Documentos que ve (${documents.total})`}>
        {seesAll || !person.opensDocuments ? null : <p className="mb-2 text-muted">Aquí solo aparecen los que usted también puede ver.</p>}
        {documents.rows.length === 0 ? (
          <p className="text-muted">
            {!person.opensDocuments
              ? 'No abre ningún documento: su rol no tiene «Digitalizar documentos».'
              : q === ''
                ? 'No ve ningún documento.'
                : 'Ningún documento que vea coincide con lo que busca.'}
          </p>
        ) : (
          <PlainTable
            caption="Los más recientes que ve"
            rows={documents.rows}
            keyOf={(row) => row.id}
            columns={[
              {
                label: 'Documento',
                cell: (row) => (
                  <>
                    {row.documentName}
                    <span className="block text-[0.8125rem] text-muted">
                      {[row.typeName, row.agencyName].filter((text) => text !== '').join(' · ')}
                    </span>
                  </>
                ),
              },
              { label: 'Creado', look: 'nowrap tabular', cell: (row) => row.createdAt },
            ]}
          />
        )}
      </Card>
      <Card title="Qué puede, por tipo">
        {person.opensDocuments ? null : (
          <p className="mb-2 text-muted">
            {person.handlesPackages
              ? 'Sin «Digitalizar documentos» en su menú, estos permisos solo cuentan en los paquetes que envía o recibe.'
              : 'Sin «Digitalizar documentos» en su menú, estos permisos no le sirven.'}
          </p>
        )}
        {categories.length === 0 ? <p className="text-muted">Ningún tipo coincide con lo que busca.</p> : null}
        <MatrixParts
          categories={categories}
          countOf={({ actions }) => DOCUMENT_ACTIONS.some((action) => allows(actions[action]))}
          allows={({ actions }, action) => allows(actions[action])}
          explain={({ actions }, action) => `${actionLabel(action)}: ${uncapitalize(reasonText(actions[action], set))}`}
          why={({ actions }) => <Why actions={actions} set={set} />}
        />
      </Card>
    </div>
  );
}

const allows = (reason: PermissionReason) => reason === 'administrator' || reason === 'set';

function Linked({ href, text }: { href: string; text: string }) {
  return (
    <a className="text-link" href={href}>
      {text}
    </a>
  );
}

function WithoutSet({ person: { role, permissionSetId } }: Pick<Found, 'person'>) {
  if (role === ADMIN_ROLE) return 'No le hace falta';
  return permissionSetId === '' ? 'Ninguno' : 'El que se le dio ya no existe o está desactivado';
}

/** One sentence per reason, with the actions it applies to if there are several reasons. */
function Why({ actions, set }: { actions: SimulatedType['actions']; set: Found['person']['set'] }) {
  const reasons = new Map<PermissionReason, DocumentAction[]>();
  for (const action of DOCUMENT_ACTIONS) reasons.set(actions[action], [...(reasons.get(actions[action]) ?? []), action]);
  return [...reasons].map(([reason, held]) => (
    <span key={reason} className="block">
      {reasons.size > 1 ? `${held.map(actionLabel).join(', ')}: ${uncapitalize(reasonText(reason, set))}` : reasonText(reason, set)}
    </span>
  ));
}
