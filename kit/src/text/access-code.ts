// Access codes: their alphabet and form.
import { randomBytes } from 'node:crypto'

// without 0 and O, 1 and I: people read codes aloud and copy them from a board
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 8

/** 40 random bits. */
export const newAccessCode = (): string => [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join('')

/** Seven or more digits or capital letters: longer and shorter codes than its own have always been accepted. */
export const isAccessCode = (text: string): boolean => /^[0-9A-Z]{7,64}$/.test(text)
