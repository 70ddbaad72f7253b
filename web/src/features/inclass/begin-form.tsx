// The form that begins a class: its title, proposed from the course and the day, and the classroom that its attendance counts for.
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { definitionOf } from '../../activity-types.ts'
import { CallFailed, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { refusal } from '../../parts/base/errors/problem-text.ts'
import { contentQuery } from '../../parts/learning/course/queries.ts'
import { paths } from '../../paths.ts'
import { queryClient } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { date } from '../../ui/format.ts'
import { sessionsOf } from './queries.ts'

const longest = 200

export function BeginForm({ course, name }: { course: string; name: string }) {
  const t = useTexts('inclass')
  const { data: content } = useQuery(contentQuery(course))
  // those that have the page of a classroom
  const classrooms = (content?.activities ?? []).filter(({ type }) => definitionOf(type).href === paths.classroom)
  const proposed = name && `${name.slice(0, longest - 13)} · ${date(Date.now())}`
  const readSessions = () => queryClient.invalidateQueries({ queryKey: sessionsOf(course).queryKey })
  const form = useForm({
    start: { title: '', activity_id: '' },
    send: async ({ title, activity_id }) => {
      try {
        await call('POST /api/courses/:id/class-sessions', {
          params: { id: course },
          body: { title: title || proposed || t('classMode'), ...(activity_id && { activity_id }) },
        })
      } catch (error) {
        // somebody else has begun one: the page enters it
        if (error instanceof CallFailed && error.problem.code === 'class.running') await readSessions()
        throw error
      }
      await readSessions()
    },
    explain: refusal,
  })
  return (
    <section className="rounded-panel bg-accent-soft p-6 max-tablet:p-4">
      <h2 className="font-title text-day font-bold">{t('begin')}</h2>
      <p className="mt-1 mb-4 text-text-2">{t('beginText')}</p>
      <FormFrame
        form={form}
        footer={
          <Button type="submit" variant="primary" size="lg" icon={Play} busy={form.busy}>
            {t('begin')}
          </Button>
        }
      >
        <TextField label={t('title')} {...form.field('title')} maxLength={longest} whenEmpty={proposed || undefined} />
        {classrooms.length > 0 && (
          <Select
            label={t('classroom')}
            help={t('classroomHelp')}
            {...form.field('activity_id')}
            options={[{ value: '', label: t('noClassroom') }, ...classrooms.map(({ id, title }) => ({ value: id, label: title }))]}
          />
        )}
      </FormFrame>
    </section>
  )
}
