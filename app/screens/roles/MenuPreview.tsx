import { visibleMenu } from '#server/domain/menu.ts';
import { MenuPicture } from '../shell/MenuPicture.tsx';

/** The sidebar as people with these menu ids see it: a picture of it, so nothing leads anywhere. */
export function MenuPreview({ menus }: { menus: ReadonlySet<string> }) {
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
                  <MenuPicture icon={option.icon} className="text-muted" />
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
