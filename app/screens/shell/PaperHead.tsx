import { useEffect, useRef } from 'react';
import { formatDateTimeSeconds } from '#server/domain/dates.ts';
import type { ShellData } from './shell-data.ts';

/** Above a page on paper, also when the browser's own menu prints it: whose it is, how fresh, when and by whom. */
export function PaperHead({ data: { cooperativeName, freshness, staff } }: { data: ShellData }) {
  const printed = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const tellTime = () => {
      if (printed.current) printed.current.textContent = ` el ${formatDateTimeSeconds(new Date())}`;
    };
    window.addEventListener('beforeprint', tellTime);
    return () => window.removeEventListener('beforeprint', tellTime);
  }, []);
  return (
    <div className="paper-head hidden print:block">
      <p>{cooperativeName}</p>
      <p>
        {freshness.at === '' ? '' : `Datos al ${freshness.at}. `}Impreso
        <span ref={printed} /> por {staff.name}.
      </p>
    </div>
  );
}
