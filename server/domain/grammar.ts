/** A Spanish noun for an entity in screens and messages, with the gender that articles and participles agree with. */
export interface Noun {
  /** Lower case: `agencia`, `tipo de documento`. */
  singular: string;
  plural: string;
  gender: 'f' | 'm';
}

/** `la agencia`, `el departamento`. */
export function withArticle(noun: Noun): string {
  return `${noun.gender === 'f' ? 'la' : 'el'} ${noun.singular}`;
}

/** `una agencia`, `un departamento`. */
export function withIndefinite(noun: Noun): string {
  return `${noun.gender === 'f' ? 'una' : 'un'} ${noun.singular}`;
}

/** `esta agencia`, `este departamento`. */
export function withDemonstrative(noun: Noun): string {
  return `${noun.gender === 'f' ? 'esta' : 'este'} ${noun.singular}`;
}

/** Inflects an adjective or participle given in masculine singular: `agree(agencia, 'guardado')` is `guardada`. */
export function agree(noun: Noun, word: string, count = 1): string {
  const gendered = noun.gender === 'f' ? word.replace(/o$/, 'a') : word;
  return count === 1 ? gendered : `${gendered}s`;
}

/** A sentence as it goes on after a colon. */
export function uncapitalize(text: string): string {
  return text.charAt(0).toLocaleLowerCase('es') + text.slice(1);
}

export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase('es') + text.slice(1);
}

/** `del paquete PQ-1`, `de la prospección`: for names that include their article. */
export function ofName(name: string): string {
  return name.startsWith('el ') ? `del ${name.slice('el '.length)}` : `de ${name}`;
}
