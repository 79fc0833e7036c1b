/** What a text control of a sent form holds; '' when there is none, or a file in its place. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
