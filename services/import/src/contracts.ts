// The calls of import, by feature.
/** import has no calls yet. */
export const contracts = {}
