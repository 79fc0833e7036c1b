/** Why something is not done, in a sentence for the person who runs the portal. Commands tell it, without a stack, and end with 2. */
export class Refusal extends Error {}
