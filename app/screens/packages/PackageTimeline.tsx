import type { PackageMoment } from '#server/features/packages/get-package.ts';
import { shortDateTime } from '../lists/short-dates.tsx';

const SENTENCES: Readonly<Record<PackageMoment['what'], string>> = {
  created: 'Se armó',
  sent: 'Se envió',
  accepted: 'Se aceptó',
  rejected: 'Se rechazó',
  cancelled: 'Se anuló',
  seen: 'Se vieron las diferencias',
};

/** What happened to a package: when, and by whom. */
export function PackageTimeline({ moments }: { moments: readonly PackageMoment[] }) {
  return (
    <ol className="grid gap-3 border-s-2 border-line ps-4">
      {moments.map(({ what, at, who }) => (
        <li key={what} className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{SENTENCES[what]}</span>
          <span className="tabular text-muted">{shortDateTime(at)}</span>
          <span className="text-muted">{who}</span>
        </li>
      ))}
    </ol>
  );
}
