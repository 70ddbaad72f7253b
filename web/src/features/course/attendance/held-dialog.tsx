// Note of a class that was held without a roll call: a lesson of the timetable in the last four weeks, whose attendance is noted by hand.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { attendanceChanged, noteState } from '../../../parts/learning/attendance/queries.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { addDays, momentOfDay, today } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { dateTime, time } from '../../../ui/format.ts'
import { Empty, SkeletonText } from '../../../ui/states.tsx'
import type { Course } from '../frame/queries.ts'

/** Days back from today whose lessons are offered. */
const days = 28
type Lesson = { key: string; id: string; title: string; start: string; end: string }

/** Lessons of the course that have begun, the last first. */
function useLessons(course: string) {
  const day = today()
  const read = useQuery(
    query('GET /api/calendar-entries', { query: { start: momentOfDay(addDays(day, -days)), end: momentOfDay(addDays(day, 1)) } }),
  )
  const lessons = read.data?.entries
    .filter(({ kind, course_id, start_time }) => kind === 'timetable' && course_id === course && Date.parse(start_time) <= Date.now())
    .map(({ id, title, start_time, end_time }): Lesson => ({ key: `${id} ${start_time}`, id, title, start: start_time, end: end_time }))
    .toSorted((a, b) => b.start.localeCompare(a.start))
  return { ...read, lessons }
}

export default function HeldDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useTexts('attendance')
  const { lessons, error, errorUpdatedAt, refetch } = useLessons(course.id)
  if (lessons && lessons.length > 0) return <HeldForm course={course} lessons={lessons} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} width={416} title={t('noteHeld')} footer={<Button onClick={onClose}>{t('cancel')}</Button>}>
      {lessons ? (
        <Empty card={false} title={t('noLessons')} text={t('noLessonsText')} />
      ) : error ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Dialog>
  )
}

type Begins = 'present' | 'empty'

function HeldForm({ course, lessons, onClose }: { course: Course; lessons: readonly Lesson[]; onClose: () => void }) {
  const t = useTexts('attendance')
  const [first] = lessons
  const form = useForm<{ lesson: string; title: string; begins: Begins }>({
    start: { lesson: first?.key ?? '', title: first?.title || course.name, begins: 'present' },
    check: ({ title }) => ({ title: title === '' ? t('titleMissing') : undefined }),
    explain: refusal,
    send: async ({ lesson: key, title, begins }) => {
      const lesson = lessons.find((one) => one.key === key)
      if (!lesson) return
      const body = { title, lesson_id: lesson.id, held_at: lesson.start }
      const { roll_calls } = await call('POST /api/courses/:id/class-sessions', { params: { id: course.id }, body })
      const rollCall = roll_calls[0]?.id
      try {
        if (begins === 'present' && rollCall) await noteState(rollCall, await studentsOf(course.id), 'present', '')
        toast({ text: t('heldNoted', { title }) })
      } finally {
        await attendanceChanged()
      }
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={t('noteHeld')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="class-held" busy={form.busy} action="class.note">
            {t('noteIt')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="class-held">
        <Select
          {...form.field('lesson')}
          label={t('lesson')}
          options={lessons.map(({ key, title, start, end }) => ({ value: key, label: `${dateTime(start)}–${time(end)} ${title}` }))}
        />
        <TextField {...form.field('title')} label={t('title')} maxLength={200} />
        <RadioGroup
          label={t('begins')}
          {...form.field('begins')}
          options={[
            { value: 'present', label: t('begins.present'), help: t('begins.presentHelp') },
            { value: 'empty', label: t('begins.empty') },
          ]}
        />
      </FormFrame>
    </Dialog>
  )
}

async function studentsOf(course: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await call('GET /api/courses/:id/attendance', { params: { id: course }, query: { page, page_size: 100 } })
    pages = answer.pages
    ids.push(...answer.items.map(({ person }) => person.id))
  }
  return ids
}
