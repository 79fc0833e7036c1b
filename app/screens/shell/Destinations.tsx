import type { Destination } from './find-destinations.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Screens and searches to go to, as links. */
export function Destinations({ destinations }: { destinations: readonly Destination[] }) {
  if (destinations.length === 0) return <p className="px-2.5 py-3 text-muted">Ninguna pantalla con ese nombre.</p>;
  return (
    <ul data-nav="">
      {destinations.map(({ href, title, icon, group }) => (
        <li key={href}>
          <a className="drop-item" href={href}>
            {icon === 'search' ? <Icon name="search" className="text-muted" /> : <Icon name={icon} className="text-muted" />}
            <span className="min-w-0 truncate">{title}</span>
            <span className="ms-auto flex-none text-[0.8125rem] text-muted">{group}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
