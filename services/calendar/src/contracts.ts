// The calls of calendar, by feature.
/** calendar has no calls yet. */
export const contracts = {}
