/** The value of a text control in a sent form; '' when it is missing or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** All values of a form by name, in one pass: asking the form for each name would scan all of it each time. */
export function valuesByName(form: FormData): Map<string, FormDataEntryValue[]> {
  const values = new Map<string, FormDataEntryValue[]>();
  for (const [name, value] of form) {
    const same = values.get(name);
    if (same) same.push(value);
    else values.set(name, [value]);
  }
  return values;
}
