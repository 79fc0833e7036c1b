export interface Tab {
  label: string;
  href: string;
  current: boolean;
  count?: string;
}

/** Sibling pages as links, so that each has its own address; no scripted panels. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="tab-bar no-print mb-4" data-nav="">
      {tabs.map((tab) => (
        <a key={tab.href} className="tab-link" href={tab.href} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
          {tab.count ? <span className="tabular ms-1.5 font-normal text-muted">{tab.count}</span> : null}
        </a>
      ))}
    </nav>
  );
}
