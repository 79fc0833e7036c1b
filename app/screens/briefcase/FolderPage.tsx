import { Form, useActionData, useLocation } from '@remix-run/react';
import { fileKind, fileKindLabel } from '#server/domain/files-vocabulary.ts';
import { menuHref } from '#server/domain/menu.ts';
import { READINGS_URL } from '#server/domain/readings.ts';
import { countOf, formatTotal, joinWithAnd, plural } from '#server/domain/text.ts';
import type { FolderReading } from '#server/features/briefcase/required-reading.ts';
import type { FolderAccess, FolderReader } from '#server/features/briefcase/folder-access.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FileIcon } from '../../ui/FileIcon.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { shortDateTime } from '../../ui/short-dates.tsx';
import { pageLink } from '../../ui/page-link.tsx';
import { CatalogRecordScreen } from '../catalogs/CatalogRecordScreen.tsx';
import { ActNotice } from '../forms/ActNotice.tsx';
import type { LostConnection } from '../forms/save-from-browser.ts';
import { recordHref } from '../../record-links.ts';
import { fileHref, FOLDERS_URL, LIST_URL } from './file-links.ts';
import type { FolderData } from './folder-data.ts';
import { GranteeList, GranteeSelect, RevokeButton } from './Grantees.tsx';

/** A folder: its facts, who may read it and why, its newest files, and who read the required ones. */
export function FolderPage({ data }: { data: FolderData }) {
  const { access, files, readings, record, screen, back, opensPeople, opensReadings } = data;
  const action = recordHref(FOLDERS_URL, record?.id ?? '', { back });
  return (
    <CatalogRecordScreen data={data}>
      {screen === 'view' && record ? (
        <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
          {access ? <Access access={access} action={action} opensPeople={opensPeople} mayGive={record.isActive} /> : <NotOpened />}
          <div className="grid gap-4">
            {files ? <Files folder={record.id} files={files} /> : null}
            {readings.length > 0 ? (
              <Readings
                folder={record.id}
                asksAll={record.values['lecturaDias'] !== null}
                readings={readings}
                opensReport={opensReadings}
              />
            ) : null}
          </div>
        </div>
      ) : null}
    </CatalogRecordScreen>
  );
}

function NotOpened() {
  return <p className="text-muted">Usted no abre esta carpeta: quiénes la abren y qué contiene lo ve quien tiene acceso a ella.</p>;
}

interface AccessProps {
  access: FolderAccess;
  action: string;
  opensPeople: boolean;
  mayGive: boolean;
}

function Access({ access, action, opensPeople, mayGive }: AccessProps) {
  const { given, readers, readersTotal, page, pageSize, shutOut, shutOutTotal, choices } = access;
  const { search } = useLocation();
  const answer = useActionData<LostConnection>();
  const people = (shown: readonly FolderReader[]) => (
    <People people={shown} action={action} opensPeople={opensPeople} mayTake={choices !== null} />
  );
  return (
    <Card title={`Quiénes la abren: ${countOf(readersTotal, 'persona', 'personas')}`}>
      <ActNotice answer={answer} className="mb-3" />
      {given.length === 0 ? null : (
        <>
          <h3 className="mb-1">Dada a todos los de</h3>
          <GranteeList given={given} action={action} what="el acceso" mayTake={choices !== null} />
        </>
      )}
      {choices && mayGive ? <GrantForm choices={choices} action={action} /> : null}
      {people(readers)}
      {readersTotal > pageSize ? (
        <Pager page={page} pageSize={pageSize} shown={readers.length} total={readersTotal} search={search} />
      ) : null}
      {shutOutTotal > 0 ? (
        <details className="mt-2">
          <summary className="text-link cursor-pointer">
            {countOf(shutOutTotal, 'persona más la recibió', 'personas más la recibieron')} y no la {plural(shutOutTotal, 'abre', 'abren')}
          </summary>
          <p className="my-1 text-muted">Su rol no tiene la pantalla «Archivos» del Maletín.</p>
          {people(shutOut)}
          {shutOutTotal > shutOut.length ? <p className="mt-1 text-muted">Y {formatTotal(shutOutTotal - shutOut.length)} más.</p> : null}
        </details>
      ) : null}
    </Card>
  );
}

interface PeopleProps {
  people: readonly FolderReader[];
  action: string;
  opensPeople: boolean;
  mayTake: boolean;
}

/** People with access to the folder, and why; access granted to a person by name can be revoked. */
function People({ people, action, opensPeople, mayTake }: PeopleProps) {
  return (
    <ul className="grid gap-1" data-nav="">
      {people.map((reader) => (
        <li key={reader.id} className="flex flex-wrap items-baseline gap-x-2 border-t border-line py-1">
          <span className="min-w-0 wrap-anywhere">
            {pageLink(opensPeople ? recordHref(menuHref('users'), reader.id) : null, reader.name)}
          </span>
          <span className="min-w-0 text-muted wrap-anywhere">{whyOf(reader)}</span>
          {mayTake && reader.through.includes('personas') ? (
            <RevokeButton action={action} to={`personas:${reader.id}`} name={reader.name} what="el acceso" />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** «por su rol (Editor) y por su agencia (Agencia Cobán)» */
function whyOf({ through, roleTitle, agencyName }: FolderReader): string {
  const reasons: Readonly<Record<FolderReader['through'][number], string>> = {
    administrador: 'Administrador: abre todas',
    personas: 'dada a su nombre',
    roles: `por su rol (${roleTitle})`,
    agencias: `por su agencia (${agencyName})`,
    departamentos: 'por su departamento',
  };
  return joinWithAnd(through.map((one) => reasons[one]));
}

function GrantForm({ choices, action }: { choices: NonNullable<FolderAccess['choices']>; action: string }) {
  return (
    <Form method="post" action={action} noValidate className="no-print mb-3 flex flex-wrap items-end gap-2" preventScrollReset>
      <Field name="to" label="Dar acceso a" required>
        {(control) => <GranteeSelect control={control} choices={choices} />}
      </Field>
      <Button type="submit" name="intent" value="give" icon="user-plus">
        Dar acceso
      </Button>
    </Form>
  );
}

function Files({ folder, files: { total, rows } }: { folder: string; files: NonNullable<FolderData['files']> }) {
  const href = `${LIST_URL}?carpetaId=${encodeURIComponent(folder)}`;
  return (
    <Card
      title={`Archivos: ${formatTotal(total)}`}
      actions={
        <ButtonLink href={href} small data-nav="">
          {rows.length === 0 ? 'Cargar archivos' : 'Ver archivos'}
        </ButtonLink>
      }
    >
      {rows.length === 0 ? (
        <p className="text-muted">Todavía no hay archivos en esta carpeta.</p>
      ) : (
        <ul className="grid gap-1" data-nav="">
          {rows.map(({ id, nombre, createdAt }) => (
            <li key={id} className="flex gap-3">
              <a
                className="text-link min-w-0 flex-1 wrap-anywhere"
                href={fileHref(id, { back: `carpetaId=${encodeURIComponent(folder)}` })}
              >
                <FileIcon kind={fileKind(nombre)} label={fileKindLabel(fileKind(nombre))} /> {nombre}
              </a>
              <span className="tabular flex-none text-muted max-sm:hidden">{shortDateTime(createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface ReadingsProps {
  folder: string;
  /** The folder itself requires reading all its files; else only some of its files do. */
  asksAll: boolean;
  readings: readonly FolderReading[];
  opensReport: boolean;
}

/** A longer list would dominate the page. */
const OPEN_MOST = 10;

/** Who read the required files, and who did not. */
function Readings({ folder, asksAll, readings, opensReport }: ReadingsProps) {
  const missing = readings.filter(({ files, read }) => read < files);
  const done = readings.slice(missing.length);
  const reportHref = (asked: Record<string, string>) =>
    `${READINGS_URL}?${new URLSearchParams({ carpetaId: folder, ...asked }).toString()}`;
  const list = (title: string, people: readonly FolderReading[]) =>
    people.length === 0 ? null : (
      <details className="mt-2" open={people === missing && people.length <= OPEN_MOST}>
        <summary className="text-link cursor-pointer">
          {title}: {countOf(people.length, 'persona', 'personas')}
        </summary>
        <ul className="mt-1 grid gap-1" data-nav="">
          {people.map(({ userId, person, ...counts }) => (
            <li key={userId} className="flex flex-wrap items-baseline gap-x-2 border-t border-line py-1">
              <span className="min-w-0 wrap-anywhere">{pageLink(opensReport ? reportHref({ userId }) : null, person)}</span>
              <span className="tabular text-muted">{readText(counts)}</span>
            </li>
          ))}
        </ul>
      </details>
    );
  return (
    <Card
      title={`Lectura obligatoria: ${done.length} de ${countOf(readings.length, 'persona', 'personas')}`}
      actions={
        opensReport ? (
          <ButtonLink href={reportHref({})} small data-nav="">
            Ver lecturas
          </ButtonLink>
        ) : null
      }
    >
      {asksAll ? null : <p className="text-muted">La carpeta no la pide para todo lo que contiene: es la de algunos de sus archivos.</p>}
      {missing.length === 0 ? <p>Todos leyeron lo que deben leer.</p> : null}
      {list('Quiénes no han leído todo', missing)}
      {list('Quiénes ya leyeron todo', done)}
    </Card>
  );
}

/** «3 de 5 leídos, 1 vencido» */
function readText({ files, read, late }: Pick<FolderReading, 'files' | 'late' | 'read'>): string {
  const text = `${read} de ${plural(files, '1 leído', `${files} leídos`)}`;
  return late > 0 ? `${text}, ${countOf(late, 'vencido', 'vencidos')}` : text;
}
