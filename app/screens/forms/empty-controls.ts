import { isFormControl, type FormControl } from '../../ui/form-events.ts';

/**
 * Required controls that are empty, by name, with the server's wording: for forms whose answer comes when the person is already at the next
 * one. Browsers would show bubbles, one at a time, in their own language.
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

/** The label without the mark for required fields. */
function labelOf({ labels, name }: FormControl): string {
  return labels?.[0]?.firstChild?.textContent?.trim() ?? name;
}
