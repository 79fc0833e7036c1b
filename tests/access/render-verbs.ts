/** Whom a feature's verb refuses. */
export interface Judged {
  /** Menus and acts that are required: somebody who lacks one of them but has all others is refused. */
  needs: readonly string[];
  /** Somebody who signed in long ago must first prove who they are. */
  needsProof: boolean;
  /** Somebody without any menu is not refused for lack of permission. */
  isOpen: boolean;
}

/** Markdown of what tests/access/verbs.test.ts found. */
export function renderVerbs(judged: Readonly<Record<string, Judged>>): string {
  const rows = Object.entries(judged);
  const lines = rows
    .filter(([, { isOpen }]) => !isOpen)
    .map(([name, { needs, needsProof }]) => `| \`${name}\` | ${needs.join(' and ')}${needsProof ? '; a proof of who they are' : ''} |`);
  const open = rows
    .filter(([, { isOpen }]) => isOpen)
    .map(([name, { needsProof }]) => `\`${name}\`${needsProof ? ' (a proof of who they are)' : ''}`);
  return `# What each verb asks of who calls it

Routes ask before they call (access.md), and verbs ask again, so that whatever calls them next is refused as well. Each verb of each
feature, what opens a record wherever something tells of it, and what each act of a list does to one of its records was called by somebody without any menu, by an administrator, by a
person with every menu, every act, a folder and a permission set, and by the same without each menu, each act, the folder and each action
of the set that it asked for; what refused them, or hid the record from them, stands here. \`menu:act\` is an act that a role can withhold
([148](decisions/148-withheld-acts.md)). What brings back a record that was deleted asks for a proof too, in the kernel
([132](decisions/132-fresh-sign-in.md)); those that were asked about here were not deleted.

| verb | refuses who is without |
| --- | --- |
${lines.join('\n')}

Refused to nobody for who they are: what belongs to one's own account, what jobs, programs and other verbs call, what every person reads,
and lists that show each person what is theirs.

${open.join(', ')}
`;
}
