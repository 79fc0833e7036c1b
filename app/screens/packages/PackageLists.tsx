import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { formatDateTimeLong } from '#server/domain/dates.ts';
import { plural } from '#server/domain/text.ts';
import { cutText } from '#server/domain/bounded-text.ts';
import { OTHER_PACKAGE_STATES } from '#server/domain/package-states.ts';
import type { ListedPackage, ListedReceived, WithdrawnPackage } from '#server/features/packages/find-packages.ts';
import { requireStaff } from '../../context.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ownCell } from '../lists/cells.tsx';
import { countTabs } from '../lists/count-tabs.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { listHref } from '../../record-links.ts';
import { RECEIVED_URL, receivedHref, SENT_URL, TRANSIT_URL } from './package-links.ts';
import { DaysUnderWay, PackageStateOf } from './package-parts.tsx';

const ofPackage = ownCell<ListedPackage>();
const status = ofPackage(['status'], (row, shown) => <PackageStateOf status={row.status} stateName={shown} />);
const personName = ofPackage(['personName'], (row, shown) => row.personName || <span className="text-muted">{shown}</span>);
export const SENT_CELLS = {
  code: ofPackage([], (_row, shown, { href }) => (
    <a className="tabular" href={href}>
      {shown}
    </a>
  )),
  status,
  personName,
};

export function loadSentList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.packages.findSentPackages, own: SENT_CELLS });
}

/** The packages that the person put together, by state; administrators see everybody's. */
export function SentList() {
  const data = useLoaderData<typeof loadSentList>();
  const newPackage = (
    <ButtonLink look="primary" icon="plus" href={`${SENT_URL}/new`} data-key="n">
      Nuevo paquete
    </ButtonLink>
  );
  return (
    <ListScreen
      data={data}
      own={SENT_CELLS}
      title="Paquetes enviados"
      searchLabel="Código, documento o nota"
      above={<StateTabs data={data} />}
      primary={newPackage}
      empty={{ text: 'Arme un paquete con papeles o documentos, envíelo a otra agencia y vea aquí si llegó completo.', action: newPackage }}
    />
  );
}

/** A code has nine characters; anything much longer was not a code. */
const SHOWN_CODE_MAX = 40;

const ofReceived = ownCell<ListedReceived>();
export const RECEIVED_CELLS = {
  status,
  personName,
  days: ofReceived(['days'], ({ days }) => (days === null ? null : <DaysUnderWay days={days} />)),
};

/** The list; `?code=` of a package that the person may receive redirects to it. */
export async function loadReceivedList(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const actor = requireStaff(context, 'packages-received');
  const { packages } = context.portal;
  const code = new URL(request.url).searchParams.get('code')?.trim() ?? '';
  const [named, second] = code === '' ? [] : await packages.findReceivedByCode({ actor, code });
  if (named !== undefined)
    throw redirect(second === undefined ? receivedHref(named) : listHref(RECEIVED_URL, `q=${encodeURIComponent(code)}`));
  const find = packages.findReceivedPackages;
  const list = await loadList(args, { find, own: RECEIVED_CELLS });
  return { ...list, code: cutText(code, SHOWN_CODE_MAX) };
}

/** The packages sent to the person's agency, with a field to open one by its code. */
export function ReceivedList() {
  const data = useLoaderData<typeof loadReceivedList>();
  return (
    <ListScreen
      data={data}
      own={RECEIVED_CELLS}
      title="Paquetes recibidos"
      searchLabel="Código o documento"
      actions={<ButtonLink href={TRANSIT_URL}>En camino</ButtonLink>}
      above={
        <>
          <CodeField code={data.code} />
          <Withdrawn packages={data.withdrawn} />
          <StateTabs data={data} />
        </>
      }
      empty={{ text: 'Aquí aparecen los paquetes que otras agencias le envían a la suya.' }}
    />
  );
}

/** Packages that were on their way to the agency and have been withdrawn. */
function Withdrawn({ packages }: { packages: readonly WithdrawnPackage[] }) {
  if (packages.length === 0) return null;
  return (
    <Notice kind="warning" className="mb-4 max-w-160">
      <p>{plural(packages.length, 'Ya no viene un paquete que iba', 'Ya no vienen paquetes que iban')} en camino a su agencia:</p>
      <ul className="mt-1 list-disc ps-5">
        {packages.map(({ id, code, senderName, fromName, withdrawnAt }) => (
          <li key={id}>
            <span className="tabular">{code}</span>: lo retiró {senderName}
            {fromName && `, ${fromName}`}, el {formatDateTimeLong(withdrawnAt)}.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** For barcode scanners, which type the code and press Enter. */
function CodeField({ code }: { code: string }) {
  const unknown = `Ningún paquete para su agencia tiene el código «${code}». Revise los signos, o si va a otra agencia.`;
  return (
    <>
      {code === '' ? null : (
        // Announced instead of the number of rows, and again for the same code.
        <div data-announce={unknown}>
          <Notice kind="warning" className="mb-3 max-w-160">
            {unknown}
          </Notice>
        </div>
      )}
      <Form
        method="get"
        noValidate
        action={RECEIVED_URL}
        className="mb-4 flex max-w-120 items-end gap-2"
        // What a reader types next replaces a code that was not found.
        onSubmit={({ currentTarget }) => currentTarget.querySelector('input')?.select()}
      >
        <div className="min-w-0 grow">
          <label htmlFor="abrir-codigo" className="field-label">
            Abrir por código
          </label>
          <input
            id="abrir-codigo"
            name="code"
            className="input tabular"
            defaultValue={code}
            onFocus={({ currentTarget }) => currentTarget.select()}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            placeholder="Escanee o escriba el código"
          />
        </div>
        <Button type="submit">Abrir</Button>
      </Form>
    </>
  );
}

const STATE_TABS = { param: 'status', all: 'Todos', others: OTHER_PACKAGE_STATES };

function StateTabs({ data }: { data: Parameters<typeof countTabs>[1] & { counts: Parameters<typeof countTabs>[2] } }) {
  return <Tabs label="Estado de los paquetes" tabs={countTabs(STATE_TABS, data, data.counts)} />;
}
