import type { FormBase } from '#server/domain/conflict.ts';
import { BASE_CONTROL, writeBase } from '#server/domain/form-base.ts';

/** The values and version a form was opened with, as hidden controls: saving uses them to detect concurrent changes. */
export function Baseline({ version, base }: { version: string; base: FormBase | null }) {
  return (
    <>
      <input type="hidden" name="version" value={version} />
      {base ? <input type="hidden" name={BASE_CONTROL} value={writeBase(base)} /> : null}
    </>
  );
}
