// The author of a work as its markers read them: a person, a group or a number.
import type { Author } from './api.ts'

type Known = { id: string; name: string; user_no: string | null; avatar: string | null; pseudonym: number | null }

export const authorOf = (kind: Author['kind'], { id, name, user_no, avatar, pseudonym }: Known): Author =>
  kind === 'pseudonym'
    ? { kind, id: null, name: null, user_no: null, avatar: null, number: pseudonym }
    : { kind, id, name, user_no, avatar, number: null }
