/** A course's access code: 7 or more of 0–9 and A–Z (spec §5). Small letters and spaces between groups are what people type, so they are read as meant. */
export const cleanAccessCode = (typed: string): string => typed.replace(/[\s-]+/g, '').toUpperCase()
export const accessCodeIsWhole = (code: string): boolean => /^[0-9A-Z]{7,64}$/.test(code)
