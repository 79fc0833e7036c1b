/** Why something is not done, in a sentence for whoever runs the portal. Commands print it without a stack and exit with code 2. */
export class Refusal extends Error {}
