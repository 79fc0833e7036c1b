/** Small, inside a button or beside text. */
export function Spinner() {
  return <span className="spinner w-3.5" aria-hidden />;
}

/** Grey lines in place of content that is still loading. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div aria-hidden className="grid gap-2.5 py-2">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={`skeleton h-4 ${index === lines - 1 ? 'w-2/3' : 'w-full'}`} />
      ))}
    </div>
  );
}
