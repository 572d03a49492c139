/** What a command cannot do, in a sentence for whoever ran it. */
export class CommandError extends Error {}
