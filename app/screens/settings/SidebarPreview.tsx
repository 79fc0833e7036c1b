import { isAlwaysShown, type MenuArrangement } from '#server/domain/menu-arrangement.ts';
import { Button } from '../../ui/Button.tsx';
import { useHydrated } from '../../ui/form-events.ts';

/** The sidebar in its edited state, for somebody who may open everything; `isForm`: it can change, which scripts show at once. */
export function SidebarPreview({ menu, isForm }: { menu: MenuArrangement; isForm: boolean }) {
  const isLive = useHydrated() || !isForm;
  return (
    <section aria-labelledby="vista-previa" className="lg:sticky lg:top-17">
      <div className="mb-1.5 flex items-baseline gap-2">
        <h2 id="vista-previa" className="text-[0.875rem]">
          Vista previa
        </h2>
        {isLive ? null : (
          <Button type="submit" name="intent" value="preview" look="quiet" small formNoValidate>
            Actualizar
          </Button>
        )}
      </div>
      <div className="surface p-2" data-preview="">
        {menu
          .map((group) => ({
            ...group,
            entries: group.entries.filter((entry) => isAlwaysShown(entry) || (group.isShown && entry.isShown)),
          }))
          .filter(({ entries }) => entries.length > 0)
          .map((group) => (
            <div key={group.id} className="menu-group">
              {group.title === '' ? null : <p className="px-2 pt-2 pb-1 text-[0.75rem] font-semibold text-muted">{group.title}</p>}
              <ul>
                {group.entries.map(({ id, title, icon }) => (
                  <li key={id} className={`menu-entry icon-${icon}`}>
                    <span className="truncate">{title}</span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </div>
      <p className="field-help mt-1.5">Cada persona ve de esto lo que su rol permite.</p>
    </section>
  );
}
