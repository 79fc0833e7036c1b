import { sidebarMenu, type MenuGroup } from '#server/domain/menu.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { useTicked } from '../forms/use-ticked.ts';

interface MenuChoicesProps {
  groups: readonly MenuGroup[];
  chosen: ReadonlySet<string>;
  locked: ReadonlySet<string>;
  /** Ids of screens that do not exist yet: they are sent as they are. */
  kept: readonly string[];
  /** null until the page runs scripts. */
  tick: ReturnType<typeof useTicked>['tick'] | null;
}

/** What a role opens, as check boxes grouped like the sidebar. */
export function MenuChoices({ groups, chosen, locked, kept, tick }: MenuChoicesProps) {
  return (
    <div className="grid gap-3">
      {/* Says that none was ticked, which is not the same as not asked. */}
      <input type="hidden" name="menus" value="" />
      {kept.map((menu) => (
        <input key={menu} type="hidden" name="menus" value={menu} />
      ))}
      {groups.map((group) => (
        <MenuChoice
          key={group.id}
          group={group}
          chosen={chosen}
          locked={locked}
          onSet={tick && ((ids, on) => tick(on, (id) => ids.includes(id)))}
        />
      ))}
    </div>
  );
}

interface MenuChoiceProps extends Pick<MenuChoicesProps, 'chosen' | 'locked'> {
  group: MenuGroup;
  onSet: ((ids: readonly string[], on: boolean) => void) | null;
}

/** One group of the sidebar as check boxes; what cannot be taken away is ticked, locked and sent all the same. */
function MenuChoice({ group, chosen, locked, onSet }: MenuChoiceProps) {
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
        {onSet && free.length > 1 ? (
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
                className="checkbox checkbox-primary"
                name="menus"
                value={option.id}
                defaultChecked={chosen.has(option.id)}
                disabled={locked.has(option.id)}
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

/** The sidebar as people with these menu ids see it: a picture of it, so nothing leads anywhere. */
export function MenuPreview({ menus }: { menus: ReadonlySet<string> }) {
  const groups = sidebarMenu(menus);
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
