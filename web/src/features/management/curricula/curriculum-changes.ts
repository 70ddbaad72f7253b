// Changes of a curriculum's form: the fields that a save sends, what stays of those typed while it was under way, and the fields of two versions.
import type { useTexts } from '../../../i18n.ts'
import { property, type VersionField } from '../../../parts/base/drafts/version-fields.ts'
import type { CurriculumRow, TypedRow, Values } from './curricula.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const written = (row: TypedRow): CurriculumRow => ({ ...row, course_code: row.course_code.trim(), credits: row.credits ?? 0 })

/** The fields that differ, as the call takes them: a field that is untouched here may have been changed elsewhere. */
export const changesOf = (base: Values, { name, terms, rows }: Values): { name?: string; terms?: number; rows?: CurriculumRow[] } => ({
  ...(name !== base.name && { name }),
  ...(terms !== base.terms && { terms: terms ?? 1 }),
  ...(!same(rows, base.rows) && { rows: rows.map(written) }),
})

/** The stored value with the fields that were typed in since `sent`. */
export const withTyped = (stored: Values, sent: Values, present: Values): Values => ({
  name: present.name === sent.name ? stored.name : present.name,
  terms: present.terms === sent.terms ? stored.terms : present.terms,
  rows: same(present.rows, sent.rows) ? stored.rows : present.rows,
})

/** Two versions differ by name, number of terms and courses; the list of those is one field, since a row has no identity but its place. */
export const curriculumFields = (t: ReturnType<typeof useTexts<'curricula'>>): VersionField<Values>[] => [
  property('name', t('name')),
  property('terms', t('terms')),
  property('rows', t('courses'), {
    show: (rows) =>
      rows
        .map(({ term, course_code, compulsory, credits }) =>
          [t('termNth', { nth: term }), course_code, credits ?? '', compulsory ? t('compulsory') : '']
            .filter((part) => part !== '')
            .join(' · '),
        )
        .join('\n'),
  }),
]
