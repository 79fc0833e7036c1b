import { otherParams } from './search-params.ts';

/** Keeps the rest of the URL's parameters when a GET form is sent. */
export function HiddenParams({ search, without }: { search: string; without: readonly string[] }) {
  return (
    <>
      {otherParams(search, without).map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
