// A section of fields of the course: its draft is kept on this device, and it is saved against the version that it began from, so that what a
// colleague has saved meanwhile is shown beside it.
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { courseQuery } from '../../../parts/course/queries.ts'
import { DraftNote } from '../../../parts/drafts/draft-note.tsx'
import { useDraft } from '../../../parts/drafts/use-draft.ts'
import { useVersions } from '../../../parts/drafts/use-versions.tsx'
import { property } from '../../../parts/drafts/version-fields.ts'
import { fieldTexts, problemText } from '../../../parts/errors/problem-text.ts'
import { Section } from '../../../parts/page/section.tsx'
import { invalidate, queryClient } from '../../../queries.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { focusFirstFault } from '../../../ui/first-fault.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Course } from '../queries.ts'
import { bodyOf, fieldOf, type ValueName, type Values, valuesOf } from './values.ts'

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
  /** How a value is written where two versions are compared. */
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
  const start = partOf(course)
  const draft = useDraft<Partial<Values>>('course-settings', `${course.id} ${section}`, course.version, start, {
    title,
    send: () => void save(),
  })
  const versions = useVersions<Partial<Values>>({
    draft,
    latest: { version: course.version, value: start },
    read: async () => {
      const newest = await queryClient.fetchQuery({ ...courseQuery(course.id), staleTime: 0 })
      return { version: newest.version, value: partOf(newest) }
    },
    fields: useMemo(
      () =>
        names.map((name) => {
          const said = show[name] ?? ((value: string | boolean) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : value))
          return property<Partial<Values>, ValueName>(name, labels[name] ?? name, { show: (value) => said(value ?? '') })
        }),
      // biome-ignore lint/correctness/useExhaustiveDependencies: a section has the same fields always
      [t],
    ),
  })
  // an untouched form follows what is saved elsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (!draft.unsent && course.version > draft.version) draft.rebase(course.version, start, start)
  }, [course.version])
  const [faults, setFaults] = useState<Record<string, string | undefined>>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
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
  const save = async () => {
    if (busy || !draft.unsent) return
    const wrong = check?.(values) ?? {}
    if (Object.values(wrong).some(Boolean)) {
      setFaults(wrong)
      focusFirstFault()
      return
    }
    setBusy(true)
    try {
      const saved = await versions.save(async (version) => {
        const sent = draft.value
        const next = await call('PUT /api/courses/:id', { params: { id: course.id }, body: { ...bodyOf(sent, draft.base), version } })
        const stored = partOf(next)
        // what was typed meanwhile stays
        draft.rebase(next.version, stored, (present) => {
          const typed = Object.entries(present).filter(([name, one]) => one !== sent[name as ValueName])
          return { ...stored, ...Object.fromEntries(typed) }
        })
        queryClient.setQueryData(courseQuery(course.id).queryKey, next)
      })
      if (saved) {
        setFaults({})
        setProblem('')
        toast({ text: t('saved') })
        void invalidate(...listsOfCourses)
      }
    } catch (error) {
      const fields = Object.fromEntries(Object.entries(fieldTexts(error)).map(([name, text]) => [fieldOf(name), text]))
      setFaults(fields)
      setProblem(Object.keys(fields).some((name) => names.includes(name as ValueName)) ? '' : problemText(error))
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={title} {...(help && { help })}>
      <form
        noValidate
        className="surface-card space-y-4 p-5 max-tablet:p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {versions.note}
        <DraftNote draft={draft} compare={versions.compare} />
        {children(bind, values)}
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
        <div className="flex justify-end gap-2">
          {draft.unsent && (
            <Button variant="quiet" onClick={draft.reset}>
              {t('discard')}
            </Button>
          )}
          <Button type="submit" variant="primary" busy={busy} off={draft.unsent ? undefined : t('nothingChanged')}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
