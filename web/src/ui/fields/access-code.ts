// A course's access code: 7 or more of 0–9 and A–Z (spec §5). Lower case and spaces between groups are accepted, since people type them.
export const cleanAccessCode = (typed: string): string => typed.replace(/[\s-]+/g, '').toUpperCase()
export const accessCodeIsWhole = (code: string): boolean => /^[0-9A-Z]{7,64}$/.test(code)
