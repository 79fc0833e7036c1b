import type { ReactNode } from 'react';

interface RecordColumnsProps {
  children: ReactNode;
  /** Related records and notes: beside the cards on wide screens, else under them. */
  side: ReactNode;
}

/** The cards of a record under its head. */
export function RecordColumns({ children, side }: RecordColumnsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <div className="grid min-w-0 gap-4">{children}</div>
      <div className="grid min-w-0 gap-4">{side}</div>
    </div>
  );
}
