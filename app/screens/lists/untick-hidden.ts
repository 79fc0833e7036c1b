/**
 * Until somebody chooses the columns of a list, the width of the window decides too: rules in table.css mark the ticked boxes of hidden
 * columns («no cabe»), which are unticked here.
 */
export function untickHidden(form: HTMLFormElement | null): void {
  for (const box of form?.querySelectorAll<HTMLInputElement>('label > input') ?? [])
    if (getComputedStyle(box.parentElement ?? box, '::after').content !== 'none') box.checked = false;
}
