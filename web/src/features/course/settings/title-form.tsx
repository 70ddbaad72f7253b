// Name and code of a course, changed in place in its header: Enter saves, Escape closes. A value that somebody else has saved meanwhile is shown beside it.
import { type KeyboardEvent, useMemo, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { courseQuery } from '../../../parts/learning/course/queries.ts'
import { DraftNote } from '../../../parts/base/drafts/draft-note.tsx'
import { useChanger } from '../../../parts/base/drafts/use-changer.ts'
import { useDraft } from '../../../parts/base/drafts/use-draft.ts'
import { useVersions } from '../../../parts/base/drafts/use-versions.tsx'
import { property } from '../../../parts/base/drafts/version-fields.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'

type Title = { name: string; course_code: string }

export default function TitleForm({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useTexts('course')
  // the name that the header shows
  const shown = course.display_name ? 'display_name' : 'name'
  const titleOf = (from: Course): Title => ({ name: from[shown] ?? '', course_code: from.course_code })
  const start = titleOf(course)
  const draft = useDraft<Title>('course-title', course.id, course.version, start, {
    title: t('rename'),
    send: () => void save(),
    write: (): Promise<unknown> | undefined => put(draft.version),
  })
  const labels = { name: t('courseName'), course_code: t('courseCode') }
  const by = useChanger('GET /api/courses/:id/changer', course.id, course.version, draft.version)
  const versions = useVersions<Title>({
    by,
    draft,
    latest: { version: course.version, value: start },
    read: async () => {
      const newest = await queryClient.fetchQuery({ ...courseQuery(course.id), staleTime: 0 })
      return { version: newest.version, value: titleOf(newest) }
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change with the language, as t does
    fields: useMemo(
      () => [property<Title, 'name'>('name', labels.name), property<Title, 'course_code'>('course_code', labels.course_code)],
      [t],
    ),
  })
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const close = () => {
    draft.reset()
    onClose()
  }
  const put = (version: number) => {
    const { name, course_code } = draft.value
    return call('PUT /api/courses/:id', { params: { id: course.id }, body: { [shown]: name, course_code, version } })
  }
  const save = async () => {
    const { name } = draft.value
    if (busy) return
    if (!name) return setFaults({ name: t('nameNeeded') })
    if (!draft.unsent) return close()
    setBusy(true)
    try {
      const saved = await versions.save(async (version) => {
        const next = await put(version)
        queryClient.setQueryData(courseQuery(course.id).queryKey, next)
        await draft.discard()
      })
      if (!saved) return
      void invalidate('GET /api/my-courses', 'POST /api/courses')
      onClose()
    } catch (error) {
      const { display_name, name: wrong = display_name, course_code: code } = fieldTexts(error)
      setFaults({ ...(wrong && { name: wrong }), ...(code && { course_code: code }) })
      if (!wrong && !code) toast({ text: problemText(error), error: true })
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof Title) => ({
    label: labels[name],
    hideLabel: true,
    placeholder: labels[name],
    value: draft.value[name],
    error: faults[name],
    onChange: (text: string) => {
      draft.change({ [name]: text })
      setFaults({})
    },
  })
  return (
    <form
      aria-label={t('rename')}
      className="flex min-w-0 flex-1 flex-wrap items-start gap-2 py-2"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        close()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField {...field('name')} maxLength={200} autoFocus className="min-w-[min(200px,100%)] flex-[3]" />
      <TextField {...field('course_code')} maxLength={64} className="w-[140px]" />
      <Button type="submit" variant="primary" busy={busy}>
        {t('save')}
      </Button>
      <Button variant="quiet" onClick={close}>
        {t('cancel')}
      </Button>
      <div className="basis-full empty:hidden">
        {versions.note}
        <DraftNote draft={draft} compare={versions.compare} />
      </div>
    </form>
  )
}
