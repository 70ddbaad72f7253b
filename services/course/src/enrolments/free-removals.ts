// Removals that nobody has to confirm: so many members, or that share of those whom the source has enrolled.
export const freeRemovals = { most: 20, share: 0.05 }
