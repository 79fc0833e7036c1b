/** What a text control of a sent form holds; '' when there is none, or a file in its place. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** All values of a form by name, in one walk: asking the form for each of its names would walk through all of it each time. */
export function valuesByName(form: FormData): Map<string, FormDataEntryValue[]> {
  const values = new Map<string, FormDataEntryValue[]>();
  for (const [name, value] of form) {
    const same = values.get(name);
    if (same) same.push(value);
    else values.set(name, [value]);
  }
  return values;
}
