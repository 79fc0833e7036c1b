import { isMenuId, menuTitle, visibleMenu, type MenuGroup } from '#server/domain/menu.ts';
import { joinWithAnd } from '#server/domain/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { SaveForm } from '../forms/SaveForm.tsx';
import { useSaveForm } from '../forms/use-save-form.ts';
import { useTicked } from '../forms/use-ticked.ts';
import { ROLES_URL, type RoleData, type RoleFailure } from './role-data.ts';
import { Icon } from '../../ui/Icon.tsx';

/** What a role sees, as check boxes grouped like the sidebar, with the sidebar beside them. */
export function RoleEditor({ data: { role, groups, others } }: { data: RoleData }) {
  const { answer: failure, ...state } = useSaveForm<RoleFailure>();
  const { ticked, tick } = useTicked('input[type=checkbox][name=menus]');
  const chosen = ticked ?? new Set(failure?.menus ?? role.menus);
  const locked = new Set<string>(role.locked);
  return (
    <>
      <PageHead
        title={`Rol ${role.title}`}
        subtitle={`${role.people}. Lo que guarde rige desde el próximo clic de cada una.`}
        crumbs={[{ label: 'Roles', href: ROLES_URL }, { label: role.title }]}
      />
      <Tabs
        label="Roles"
        tabs={others.map(({ id, title }) => ({ label: title, href: `${ROLES_URL}/${encodeURIComponent(id)}`, current: id === role.id }))}
      />
      <Messages role={role} failure={failure} />
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_17rem]">
        <SaveForm className="min-w-0" state={state} bar={role.canEdit ? { cancelHref: ROLES_URL, note: <PreviewButton /> } : null}>
          <input type="hidden" name="version" value={failure?.version ?? role.version} />
          {role.kept.map((menu) => (
            <input key={menu} type="hidden" name="menus" value={menu} />
          ))}
          <div className="grid gap-3">
            {groups.map((group) => (
              <MenuChoice
                key={group.id}
                group={group}
                chosen={chosen}
                locked={locked}
                readOnly={!role.canEdit}
                onSet={ticked && ((ids, on) => tick(on, (id) => ids.includes(id)))}
              />
            ))}
          </div>
        </SaveForm>
        <MenuPreview menus={new Set([...chosen, ...locked])} />
      </div>
    </>
  );
}

/** Shows the menu of what is ticked where scripts do not run. */
function PreviewButton() {
  return (
    <noscript>
      <Button type="submit" name="intent" value="preview">
        Ver el menú
      </Button>
    </noscript>
  );
}

function Messages({ role, failure }: { role: RoleData['role']; failure: RoleFailure | null }) {
  return (
    <div className="mb-4 grid max-w-4xl gap-3 empty:hidden">
      {role.canEdit ? null : <Notice kind="info">Solo un Administrador puede cambiar lo que ve cada rol.</Notice>}
      {role.locked.length > 0 ? (
        <Notice kind="info">{`${joinWithAnd(role.locked.map((menu) => `«${menuTitle(menu)}»`))} no se pueden quitar: sin eso nadie podría devolver los permisos.`}</Notice>
      ) : null}
      {failure && !failure.isPreview ? (
        <Notice kind={failure.conflict ? 'warning' : 'error'} live>
          {failure.message}
          {failure.conflict ? <Differences failure={failure} /> : null}
        </Notice>
      ) : null}
    </div>
  );
}

/** Both versions by what differs; the boxes hold one's own. */
function Differences({ failure: { conflict, menus } }: { failure: RoleFailure }) {
  const stored = new Set<string>(conflict?.stored);
  const mine = new Set(menus);
  const titles = (ids: readonly string[]) => joinWithAnd(ids.map((id) => (isMenuId(id) ? menuTitle(id) : id)));
  const onlyMine = menus.filter((id) => !stored.has(id));
  const onlyStored = [...stored].filter((id) => !mine.has(id));
  return (
    <>
      <ul className="mt-1 list-disc ps-5">
        {onlyStored.length > 0 ? <li>Solo en la versión guardada: {titles(onlyStored)}.</li> : null}
        {onlyMine.length > 0 ? <li>Solo en la suya: {titles(onlyMine)}.</li> : null}
      </ul>
      <p className="mt-1">
        Abajo está la suya: corríjala y guarde, o{' '}
        <a className="text-link" href="?">
          vea la guardada
        </a>
        .
      </p>
    </>
  );
}

/** The sidebar as people with these menu ids see it: a picture of it, so nothing leads anywhere. */
function MenuPreview({ menus }: { menus: ReadonlySet<string> }) {
  const groups = visibleMenu(menus);
  return (
    <section className="surface sticky top-17 self-start overflow-hidden" aria-label="Vista previa del menú">
      <p className="border-b border-line px-4 py-2.5 font-semibold">Así verá el menú</p>
      <div className="grid gap-2 p-2" aria-live="polite">
        {groups.length === 0 ? <p className="px-2.5 py-3 text-muted">No verá ninguna pantalla.</p> : null}
        {groups.map((group) => (
          <div key={group.id}>
            {group.title === '' ? null : <p className="px-2.5 py-1 text-[0.8125rem] font-[550] text-muted">{group.title}</p>}
            <ul>
              {group.options.map((option) => (
                <li key={option.id} className="flex min-h-8 items-center gap-2.5 px-2.5 py-1">
                  <Icon name={option.icon} className="text-muted" />
                  {option.title}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

interface MenuChoiceProps {
  group: MenuGroup;
  chosen: ReadonlySet<string>;
  locked: ReadonlySet<string>;
  readOnly: boolean;
  /** null until the page runs scripts. */
  onSet: ((ids: readonly string[], on: boolean) => void) | null;
}

/** One group of the sidebar as check boxes; what cannot be taken away is ticked, locked and sent all the same. */
function MenuChoice({ group, chosen, locked, readOnly, onSet }: MenuChoiceProps) {
  const free = group.options.filter((option) => !locked.has(option.id)).map((option) => option.id);
  const all = free.every((id) => chosen.has(id));
  const title = group.title === '' ? 'General' : group.title;
  return (
    <fieldset className="surface p-3">
      <legend className="sr-only">{title}</legend>
      <div className="mb-1 flex min-h-8 items-center gap-2 px-1">
        <p className="font-semibold" aria-hidden>
          {title}
        </p>
        {onSet && !readOnly && free.length > 1 ? (
          <Button
            look="quiet"
            small
            className="ms-auto"
            onClick={() => onSet(free, !all)}
            aria-label={`${all ? 'Ninguna' : 'Todas'}: ${title}`}
          >
            {all ? 'Ninguna' : 'Todas'}
          </Button>
        ) : null}
      </div>
      <ul className="grid gap-x-3 sm:grid-cols-2">
        {group.options.map((option) => (
          <li key={option.id}>
            <label className="flex cursor-pointer items-center gap-2.5 rounded-field px-1 py-1.5 hover:bg-base-200 has-[:disabled]:cursor-default">
              <input
                type="checkbox"
                className="checkbox checkbox-primary checkbox-sm"
                name="menus"
                value={option.id}
                defaultChecked={chosen.has(option.id)}
                disabled={readOnly || locked.has(option.id)}
              />
              {option.title}
              {locked.has(option.id) ? <Icon name="lock-keyhole" className="size-3.5 text-muted" label="Fijo para este rol" /> : null}
            </label>
            {locked.has(option.id) ? <input type="hidden" name="menus" value={option.id} /> : null}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
