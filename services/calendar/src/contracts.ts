/** calendar has no calls yet. */
export const contracts = {}
