import type { FormBase } from '#server/domain/conflict.ts';
import { BASE_CONTROL, writeBase } from '#server/domain/form-base.ts';

/** What a form was opened with, as hidden controls: a save tells from them who changed what meanwhile. */
export function Baseline({ version, base }: { version: string; base: FormBase | null }) {
  return (
    <>
      <input type="hidden" name="version" value={version} />
      {base ? <input type="hidden" name={BASE_CONTROL} value={writeBase(base)} /> : null}
    </>
  );
}
