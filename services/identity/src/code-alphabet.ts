// The characters of codes that people type.

/** Without characters that are easily confused: 0 O 1 I L. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
