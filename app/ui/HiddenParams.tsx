import { otherParams } from './search-params.ts';

/** Carries the rest of the URL through a GET form. */
export function HiddenParams({ search, without }: { search: string; without: readonly string[] }) {
  return (
    <>
      {otherParams(search, without).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
