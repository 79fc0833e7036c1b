import { isFormControl, type FormControl } from '../../ui/form-events.ts';

/**
 * What a form lacks that asks to be filled in, by name, as the server would say it: for forms whose answer comes when the person is
 * already at the next one. Browsers would say it in a bubble, one at a time, in their own language.
 */
export function emptyControls(form: HTMLFormElement): Record<string, string[]> {
  const empty = [...form.elements].filter(isFormControl).filter(({ willValidate, validity }) => willValidate && validity.valueMissing);
  return Object.fromEntries(
    empty.map((control) => {
      const label = labelOf(control);
      return [control.name, [control instanceof HTMLInputElement ? `Complete «${label}».` : `Elija una opción en «${label}».`]];
    }),
  );
}

/** Without the mark of what is obligatory. */
function labelOf({ labels, name }: FormControl): string {
  return labels?.[0]?.firstChild?.textContent?.trim() ?? name;
}
