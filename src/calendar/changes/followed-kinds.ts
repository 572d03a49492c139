/** The kinds of records whose changes can be followed, in the order of the first reading. */
export const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds that events show only while they are in the view of the caller. */
export const SPREADING = ['venues', 'organizers'] as const satisfies readonly Kind[];
export type SpreadingKind = (typeof SPREADING)[number];

export const isKind = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind);
