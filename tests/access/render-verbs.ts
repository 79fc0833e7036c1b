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

Routes check permissions before they call a verb ([access.md](access.md)), and the verb checks again, so that any other caller is refused too. A
test calls each verb of each feature, each function that opens a record, and each list act on one record: as somebody without any menu, as
an administrator, as a person with every menu and act, a folder and a permission set, and as that person without each menu, each act, the
folder and each action of the set that was checked. The table says what was required. \`menu:act\` is an act that a role can withhold
([148](decisions/148-withheld-acts.md)). Restoring a deleted record also requires a proof, in the kernel
([132](decisions/132-fresh-sign-in.md)); the test's records were not deleted.

| verb | requires |
| --- | --- |
${lines.join('\n')}

No permission is required by verbs of one's own account, those that jobs, programs and other verbs call, what every person may read,
and lists that show each person what is theirs.

${open.join(', ')}
`;
}
