/** The logo: two hands forming one circle, for savings and credit. The settings can replace it with the cooperative's own. */
export function BrandSign({ size = 26, logo = null }: { size?: 26 | 38; logo?: string | null }) {
  if (logo !== null) return <img src={logo} width={size} height={size} alt="" className="logo flex-none rounded-field object-contain" />;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="flex-none">
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <path d="M16 7.5a8.5 8.5 0 0 0 0 17" fill="none" strokeWidth="3.4" strokeLinecap="round" className="stroke-primary-content" />
      <path d="M16 12.2a3.8 3.8 0 0 1 0 7.6" fill="none" strokeWidth="3.4" strokeLinecap="round" className="stroke-accent" />
    </svg>
  );
}

export function Brand({ name, logo }: { name: string; logo: string | null }) {
  return (
    <a href="/" data-nav="" className="flex min-w-0 items-center gap-2.5 font-semibold tracking-tight" title={name}>
      <BrandSign logo={logo} />
      <span className="menu-text truncate">{name}</span>
    </a>
  );
}
