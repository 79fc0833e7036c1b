export interface Crumb {
  label: string;
  /** Omitted for the current page. */
  href?: string;
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Ruta de la página" className="no-print mb-1 min-w-0 text-[0.8125rem] text-muted" data-nav="back">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex min-w-0 items-center gap-x-1.5">
            {crumb.href ? (
              <a className="hover:text-base-content hover:underline" href={crumb.href}>
                {crumb.label}
              </a>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
            {/* Part of the preceding item, so that a wrapped line never begins with the slash. */}
            {index < crumbs.length - 1 ? <span aria-hidden>/</span> : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}
