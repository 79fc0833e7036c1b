import { useLoaderData } from '@remix-run/react';
import { useMemo, useState } from 'react';
import type { FormValue } from '#server/domain/conflict.ts';
import {
  deliveredTitle,
  DELIVERED_MENU,
  hasAlwaysShown,
  isAlwaysShown,
  type ArrangedEntry,
  type ArrangedGroup,
  type MenuArrangement,
} from '#server/domain/menu-arrangement.ts';
import { menuValueLabel, menuValues } from '#server/domain/menu-values.ts';
import { MENU_ICONS } from '#server/domain/menu-icons.ts';
import type { MenuIcon } from '#server/domain/menu.ts';
import type { MenuConflict } from '#server/features/settings/menu.ts';
import { useMay } from '../../rights.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FieldErrors, fieldId } from '../../ui/Field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { DragHandle } from '../order/OrderControls.tsx';
import { useRowOrder, type RowOrder } from '../order/use-row-order.ts';
import { idsOf, moveInMenu, sorted } from './move-in-menu.ts';
import { SETTINGS_CRUMB } from './settings-crumb.ts';
import type { loadSidebar, SidebarAnswer } from './sidebar-data.ts';
import { SidebarPreview } from './SidebarPreview.tsx';

const ICONS = Object.entries(MENU_ICONS).map(([value, label]) => ({ value, label }));
const HELP_ID = 'menu-orden-ayuda';
const ROW = 'flex flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-3 py-1.5';

/** Names, order, icons and visibility in the sidebar. Moving involves the server only without scripts. */
export function SidebarForm() {
  const data = useLoaderData<typeof loadSidebar>();
  // Saving redirects back here: the new key resets the form, without the failure of an earlier attempt.
  return <Arrangement key={data.version} data={data} />;
}

function Arrangement({ data }: { data: ReturnType<typeof useLoaderData<typeof loadSidebar>> }) {
  const mayChange = useMay()('settings-identity', 'change');
  const { answer, ...state } = useSaveForm<SidebarAnswer>();
  const failure = answer?.failure ?? null;
  const initial = answer?.arrangement ?? data.arrangement;
  return (
    <>
      <PageHead
        title="Menú lateral"
        subtitle="Rige para todas las personas. Ocultar no es quitar permisos: una pantalla oculta se abre igual por su dirección y con el buscador."
        crumbs={[SETTINGS_CRUMB, { label: 'Menú lateral' }]}
      />
      {failure && !failure.conflict ? <FormFailure failure={failure} labels={labelsOf(failure.errors)} /> : null}
      {failure?.conflict ? <Stored message={failure.message} conflict={failure.conflict} /> : null}
      {data.ignored.length > 0 ? (
        <Notice kind="warning" className="mb-4 max-w-160">
          {`Otro programa guardó en el menú lo que el portal no tiene: ${data.ignored.join(', ')}. No cambia nada.`}
        </Notice>
      ) : null}
      {mayChange ? (
        <SaveForm
          state={state}
          bar={{ cancelHref: SETTINGS_CRUMB.href, note: data.updatedAt === '' ? undefined : `Guardado el ${data.updatedAt}` }}
        >
          {/* The default button for Enter: without it, Enter would press the first button of a row. */}
          <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden>
            Guardar
          </button>
          {/* Without Baseline, whose script would come with the pages that share this one's. */}
          <input type="hidden" name="version" value={(answer ?? data).version} />
          <input type="hidden" name="base" value={JSON.stringify((answer ?? data).base)} />
          <Editor key={JSON.stringify(initial)} initial={initial} errors={failure?.errors ?? {}} onChange={state.warning.markChanged} />
        </SaveForm>
      ) : (
        <Arranged menu={data.arrangement} updatedAt={data.updatedAt} />
      )}
    </>
  );
}

function labelsOf(errors: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.keys(errors).map((name) => [name, deliveredTitle(name.slice(name.indexOf('.') + 1))]));
}

/** Read-only view. */
function Arranged({ menu, updatedAt }: { menu: MenuArrangement; updatedAt: string }) {
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <Card title="Pantallas">
        <Groups menu={menu} />
        <p className="field-help mt-2">{updatedAt === '' ? 'Como en la instalación' : `Guardado el ${updatedAt}`}</p>
      </Card>
      <SidebarPreview menu={menu} isForm={false} />
    </div>
  );
}

function Stored({ message, conflict: { stored, differing } }: { message: string; conflict: MenuConflict }) {
  const values = menuValues(stored);
  return (
    <Notice kind="warning" live className="mb-4 max-w-200">
      <p>{message} Abajo está lo suyo; esto es lo guardado donde difieren:</p>
      <ul className="mt-1.5 grid gap-0.5">
        {differing.map((name) => (
          <li key={name}>{`${menuValueLabel(name)}: ${valueText(name, values[name])}`}</li>
        ))}
      </ul>
    </Notice>
  );
}

function valueText(name: string, value: FormValue = null): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (Array.isArray(value)) return value.map((id) => deliveredTitle(String(id)) || 'Sin grupo').join(', ');
  return name.startsWith('icon.') ? MENU_ICONS[value as MenuIcon] : (value as string);
}

function Groups({ menu }: { menu: MenuArrangement }) {
  const describeEntry = ({ title, isShown }: Pick<ArrangedEntry, 'isShown' | 'title'>) => (isShown ? title : `${title} (oculta)`);
  return (
    <ul className="mt-1.5 grid gap-0.5">
      {menu.map((group) => (
        <li key={group.id}>{`${group.title === '' ? '' : `${describeEntry(group)}: `}${group.entries.map(describeEntry).join(', ')}`}</li>
      ))}
    </ul>
  );
}

type Errors = Readonly<Record<string, readonly string[]>>;

function Editor({ initial, errors, onChange }: { initial: MenuArrangement; errors: Errors; onChange: () => void }) {
  const [menu, setMenu] = useState(initial);
  const change = (next: (menu: MenuArrangement) => MenuArrangement) => {
    setMenu(next);
    onChange();
  };
  const ids = useMemo(() => idsOf(menu), [menu]);
  const rowOrder = useRowOrder({ ids, layout: 'rows', drop: (_id, order) => change((all) => sorted(all, order)) });
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div>
        <p className="sr-only" role="status">
          {rowOrder.message}
        </p>
        <p id={HELP_ID} hidden>
          Espacio levanta, las flechas mueven, espacio suelta, Escape lo deja donde estaba.
        </p>
        <ol className="menu-rows grid gap-3">
          {sorted(menu, rowOrder.ids).map((group, place) => (
            <GroupRows
              key={group.id}
              group={group}
              place={place}
              count={menu.length}
              errors={errors}
              rowOrder={rowOrder}
              onMove={(id, by) => change((all) => moveInMenu(all, id, by))}
              onEdit={(edit) => change((all) => all.map((one) => (one.id === group.id ? edit(one) : one)))}
            />
          ))}
        </ol>
        <Button
          type="submit"
          name="intent"
          value="original"
          look="quiet"
          icon="rotate-cw"
          className="mt-3"
          formNoValidate
          onClick={(event) => {
            event.preventDefault();
            change(() => DELIVERED_MENU);
          }}
        >
          Volver a lo original
        </Button>
      </div>
      <SidebarPreview menu={menu} isForm />
    </div>
  );
}

interface GroupRowsProps {
  group: ArrangedGroup;
  /** Counts from 0, out of `count`. */
  place: number;
  count: number;
  errors: Errors;
  rowOrder: RowOrder;
  onMove: (id: string, by: -1 | 1) => void;
  onEdit: (edit: (group: ArrangedGroup) => ArrangedGroup) => void;
}

function GroupRows({ group, place, count, errors, rowOrder, onMove, onEdit }: GroupRowsProps) {
  const ids = useMemo(() => idsOf(group.entries), [group.entries]);
  const drop = (_id: string, order: readonly string[]) => onEdit((one) => ({ ...one, entries: sorted(one.entries, order) }));
  const entryOrder = useRowOrder({ ids, layout: 'rows', drop });
  const name = group.title || 'Sin grupo';
  return (
    <li className="surface" {...rowOrder.marks(group.id)}>
      <input type="hidden" name="group" value={group.id} />
      {group.collapsible ? <input type="hidden" name={`collapsible.${group.id}`} value="on" /> : null}
      <p className="sr-only" role="status">
        {entryOrder.message}
      </p>
      <div className={`${ROW} rounded-t-box bg-base-200`}>
        <DragHandle helpId={HELP_ID} id={group.id} title={name} rowOrder={rowOrder} />
        {deliveredTitle(group.id) === '' ? (
          <span className="min-w-36 flex-1 text-muted">Sin grupo</span>
        ) : (
          <TitleInput one={group} what="grupo" errors={errors} onEdit={(title) => onEdit((one) => ({ ...one, title }))} />
        )}
        <Shown
          id={group.id}
          name={name}
          isShown={group.isShown}
          errors={errors}
          always={hasAlwaysShown(group)}
          onEdit={(isShown) => onEdit((one) => ({ ...one, isShown }))}
        />
        <Steps id={group.id} name={name} place={place} count={count} onMove={onMove} />
      </div>
      <ol className="menu-rows">
        {sorted(group.entries, entryOrder.ids).map((entry, at) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            place={at}
            count={group.entries.length}
            errors={errors}
            rowOrder={entryOrder}
            onMove={onMove}
            groupId={group.id}
            onEdit={(part) =>
              onEdit((one) => ({ ...one, entries: one.entries.map((other) => (other.id === entry.id ? { ...other, ...part } : other)) }))
            }
          />
        ))}
      </ol>
    </li>
  );
}

interface EntryRowProps extends Pick<GroupRowsProps, 'count' | 'errors' | 'onMove' | 'place' | 'rowOrder'> {
  groupId: string;
  entry: ArrangedEntry;
  onEdit: (part: Partial<ArrangedEntry>) => void;
}

function EntryRow({ groupId, entry, place, count, errors, rowOrder, onMove, onEdit }: EntryRowProps) {
  const { id, title, icon } = entry;
  const iconName = `icon.${id}`;
  const wrong = errors[iconName] ?? [];
  return (
    <li className={`${ROW} last:border-0`} {...rowOrder.marks(id)}>
      <input type="hidden" name={`entry.${groupId}`} value={id} />
      <DragHandle helpId={HELP_ID} id={id} title={title} rowOrder={rowOrder} />
      <TitleInput one={entry} what="entrada" errors={errors} onEdit={(typed) => onEdit({ title: typed })} />
      <div className="flex w-52 items-center gap-1.5 max-sm:order-2 max-sm:ms-9">
        <span aria-hidden className={`menu-entry icon-${icon} px-0`} />
        <Select
          id={fieldId(iconName)}
          name={iconName}
          value={icon}
          options={ICONS}
          aria-label={`Icono de ${title}`}
          aria-invalid={wrong.length > 0 || undefined}
          aria-describedby={wrong.length > 0 ? `${fieldId(iconName)}-error` : undefined}
          onChange={({ currentTarget }) => onEdit({ icon: currentTarget.value as MenuIcon })}
        />
        <FieldErrors id={`${fieldId(iconName)}-error`} errors={wrong} />
      </div>
      <Shown
        id={id}
        name={title}
        isShown={entry.isShown}
        errors={errors}
        always={isAlwaysShown(entry)}
        onEdit={(isShown) => onEdit({ isShown })}
      />
      <Steps id={id} name={title} place={place} count={count} onMove={onMove} />
    </li>
  );
}

interface TitleInputProps {
  one: Pick<ArrangedEntry, 'id' | 'title'>;
  what: 'entrada' | 'grupo';
  errors: Errors;
  onEdit: (title: string) => void;
}

function TitleInput({ one: { id, title }, what, errors, onEdit }: TitleInputProps) {
  const name = `title.${id}`;
  const original = deliveredTitle(id);
  const wrong = errors[name] ?? [];
  return (
    <div className="min-w-36 flex-1">
      <TextInput
        id={fieldId(name)}
        name={name}
        value={title}
        autoComplete="off"
        className={what === 'grupo' ? 'font-semibold' : undefined}
        aria-label={`Nombre ${what === 'grupo' ? 'del grupo' : 'de la entrada'} ${original}`}
        aria-invalid={wrong.length > 0 || undefined}
        aria-describedby={wrong.length > 0 ? `${fieldId(name)}-error` : undefined}
        onChange={({ currentTarget }) => onEdit(currentTarget.value)}
      />
      {title === original ? null : <p className="field-help">{`Original: ${original}`}</p>}
      <FieldErrors id={`${fieldId(name)}-error`} errors={wrong} />
    </div>
  );
}

interface ShownProps {
  id: string;
  name: string;
  isShown: boolean;
  /** It cannot be hidden. */
  always: boolean;
  errors: Errors;
  onEdit: (isShown: boolean) => void;
}

function Shown({ id, name, isShown, always, errors, onEdit }: ShownProps) {
  const field = `shown.${id}`;
  if (always) {
    return (
      <span
        className="w-24 text-muted max-sm:order-2 max-sm:ms-9"
        title="Siempre se muestra: por aquí se vuelve a la configuración y al inicio."
      >
        <input type="hidden" name={field} value="on" />
        Siempre
      </span>
    );
  }
  return (
    <label className="flex w-24 items-center gap-2 max-sm:order-2 max-sm:ms-9">
      <input
        type="checkbox"
        id={fieldId(field)}
        name={field}
        checked={isShown}
        className="checkbox checkbox-primary"
        aria-label={`Mostrar ${name}`}
        onChange={({ currentTarget }) => onEdit(currentTarget.checked)}
      />
      Mostrar
      <FieldErrors id={`${fieldId(field)}-error`} errors={errors[field] ?? []} />
    </label>
  );
}

function Steps({ id, name, place, count, onMove }: Pick<EntryRowProps, 'count' | 'onMove' | 'place'> & { id: string; name: string }) {
  const step = (by: -1 | 1) => (
    <Button
      type="submit"
      name="intent"
      value={`${by === -1 ? 'up' : 'down'}:${id}`}
      look="quiet"
      small
      iconOnly
      icon={by === -1 ? 'arrow-up' : 'arrow-down'}
      formNoValidate
      disabled={by === -1 ? place === 0 : place === count - 1}
      onClick={(event) => {
        event.preventDefault();
        onMove(id, by);
      }}
    >
      {`${by === -1 ? 'Subir' : 'Bajar'} ${name}`}
    </Button>
  );
  return (
    <span className="flex max-sm:order-1">
      {step(-1)}
      {step(1)}
    </span>
  );
}
