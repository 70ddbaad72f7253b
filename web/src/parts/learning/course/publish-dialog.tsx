// The popup "course publish": who sees the course then, who is told, what stays hidden. Unpublishing is the same popup.
import { useQuery } from '@tanstack/react-query'
import { BellOff, BellRing, Eye, EyeOff, History, KeyRound, Users } from 'lucide-react'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { fieldTexts, problemText } from '../../base/errors/problem-text.ts'
import { type Change, ChangesDialog } from './changes-dialog.tsx'
import { publishCourse } from './publish-course.ts'
import { contentQuery } from './queries.ts'

export default function PublishDialog({ course, onClose }: { course: Answer<'GET /api/courses/:id'>; onClose: () => void }) {
  const t = useTexts('course')
  const tt = useTexts('teaching')
  const { id } = course
  const publishing = !course.course_attributes.published
  const { data: counts } = useQuery(query('GET /api/courses/:id/activity-counts', { params: { id } }))
  const { data: content } = useQuery(contentQuery(id))
  const students = counts?.students
  const activities = content?.activities.length ?? 0
  const shown = content?.activities.filter(({ published }) => published).length ?? 0
  const set = async (published: boolean) => {
    try {
      await publishCourse(id, published)
    } catch (error) {
      return fieldTexts(error).published ?? problemText(error)
    }
  }
  const confirm = async () => {
    const refused = await set(publishing)
    if (refused !== undefined) return refused
    const undo = async () => {
      const failed = await set(!publishing)
      if (failed !== undefined) toast({ text: failed, error: true })
    }
    toast({ text: t(publishing ? 'publishedNow' : 'unpublishedNow'), undo: () => void undo() })
  }
  const changes: (Change | false | undefined)[] = publishing
    ? [
        content && { icon: Eye, text: shown > 0 ? tt('publishShows', { shown, count: activities }) : tt('publishShowsNothing') },
        students !== undefined && {
          icon: students > 0 ? BellRing : Users,
          text: students > 0 ? tt('publishTells', { count: students }) : tt('publishTellsNobody'),
        },
        { icon: KeyRound, text: tt('publishJoins') },
      ]
    : [
        students !== undefined && {
          icon: EyeOff,
          text: students > 0 ? tt('unpublishHides', { count: students }) : tt('unpublishHidesNobody'),
        },
        { icon: BellOff, text: tt('unpublishTells') },
        { icon: History, text: tt('unpublishKeeps') },
      ]
  const name = course.display_name || course.name
  return (
    <ChangesDialog
      title={t(publishing ? 'publishAsk' : 'unpublishAsk', { name })}
      changes={changes.filter((change) => typeof change === 'object')}
      confirm={t(publishing ? 'publishCourse' : 'unpublish')}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
