// A section of the course’s settings: some fields of the course itself, saved together; two versions are compared field by field.
import { type ReactNode, useMemo, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { courseQuery } from '../../../parts/learning/course/queries.ts'
import { property } from '../../../parts/base/drafts/version-fields.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { invalidate, queryClient } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import type { Course } from '../frame/queries.ts'
import { SectionForm, useSectionForm } from './section-form.tsx'
import { bodyOf, fieldOf, type ValueName, type Values, valuesOf } from './values.ts'

/** The props that a section gives to the control of one field. */
export type Bound<N extends ValueName> = {
  name: N
  value: Values[N]
  error: string | undefined
  onChange: (value: Values[N]) => void
}
export type Bind = <N extends ValueName>(name: N) => Bound<N>

/** The lists that show fields of a course. */
export const listsOfCourses = ['GET /api/my-courses', 'POST /api/courses'] as const

export function FieldsForm({
  course,
  section,
  title,
  help,
  labels,
  show = {},
  check,
  children,
}: {
  course: Course
  /** Names the draft. */
  section: string
  title: string
  help?: string
  /** The fields of this section with their labels. */
  labels: Partial<Record<ValueName, string>>
  /** The text of a value where two versions are compared. */
  show?: Partial<Record<ValueName, (value: string | boolean) => string>>
  check?: (values: Values) => Partial<Record<ValueName, string | undefined>>
  children: (bind: Bind, values: Values) => ReactNode
}) {
  const t = useTexts('course-settings')
  const names = Object.keys(labels) as ValueName[]
  const partOf = (from: Course) => {
    const values = valuesOf(from)
    return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>
  }
  const [faults, setFaults] = useState<Record<string, string | undefined>>({})
  const [problem, setProblem] = useState('')
  const form = useSectionForm<Partial<Values>>({
    course,
    section,
    title,
    latest: { version: course.version, value: partOf(course) },
    read: async () => {
      const newest = await queryClient.fetchQuery({ ...courseQuery(course.id), staleTime: 0 })
      return { version: newest.version, value: partOf(newest) }
    },
    fields: useMemo(
      () =>
        names.map((name) => {
          const textOf = show[name] ?? ((value: string | boolean) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : value))
          return property<Partial<Values>, ValueName>(name, labels[name] ?? name, { show: (value) => textOf(value ?? '') })
        }),
      // biome-ignore lint/correctness/useExhaustiveDependencies: a section has the same fields always
      [t],
    ),
    check: () => {
      const wrong = check?.(values) ?? {}
      if (!Object.values(wrong).some(Boolean)) return true
      setFaults(wrong)
      focusFirstFault()
      return false
    },
    write: async (sent, version, base) => {
      const next = await call('PUT /api/courses/:id', { params: { id: course.id }, body: { ...bodyOf(sent, base), version } })
      queryClient.setQueryData(courseQuery(course.id).queryKey, next)
      return { version: next.version, value: partOf(next) }
    },
    onSaved: () => {
      setFaults({})
      setProblem('')
      void invalidate(...listsOfCourses)
    },
    onRefused: (error) => {
      const fields = Object.fromEntries(Object.entries(fieldTexts(error)).map(([name, text]) => [fieldOf(name), text]))
      setFaults(fields)
      setProblem(Object.keys(fields).some((name) => names.includes(name as ValueName)) ? '' : problemText(error))
      focusFirstFault()
    },
  })
  const { draft } = form
  const values = { ...valuesOf(course), ...draft.value }
  const bind: Bind = (name) => ({
    name,
    value: values[name],
    error: faults[name],
    onChange: (value) => {
      draft.change({ [name]: value } as Partial<Values>)
      setFaults({ ...faults, [name]: undefined })
      setProblem('')
    },
  })
  return (
    <Section title={title} {...(help && { help })}>
      <SectionForm form={form}>
        {children(bind, values)}
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
      </SectionForm>
    </Section>
  )
}
