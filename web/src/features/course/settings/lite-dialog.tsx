// The popup "switch to lite course": which places go, what stays. Back to a normal course is the same popup.
import { useQuery } from '@tanstack/react-query'
import { EyeOff, History, ListTree, Undo2 } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { ChangesDialog } from '../../../parts/learning/course/changes-dialog.tsx'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { list } from '../../../ui/format.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { switchLite } from '../frame/course-changes.ts'
import { builtCoursePages, type CoursePageKey } from '../frame/course-pages.ts'
import { type Course, menuQuery } from '../frame/queries.ts'

/** The places of a lite course's menu. */
const kept: readonly string[] = ['content', 'enrollments', 'settings']

export default function LiteDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const tt = useTexts('teaching')
  const { data: menu } = useQuery(menuQuery(course.id))
  const toLite = !course.lite
  const places = list(
    (menu?.nav_setting ?? [])
      .filter(({ key, visible }) => visible === toLite && !kept.includes(key) && (builtCoursePages as readonly string[]).includes(key))
      .map(({ key }) => tp(`menu.${key as CoursePageKey}`)),
  )
  const set = async (lite: boolean) => {
    try {
      await switchLite(course.id, lite)
    } catch (error) {
      return problemText(error, 'lite')
    }
  }
  const confirm = async () => {
    const refused = await set(toLite)
    if (refused !== undefined) return refused
    const undo = async () => {
      const failed = await set(!toLite)
      if (failed !== undefined) toast({ text: failed, error: true })
    }
    toast({ text: t(toLite ? 'liteNow' : 'normalNow'), undo: () => void undo() })
  }
  const name = course.display_name || course.name
  return (
    <ChangesDialog
      title={t(toLite ? 'liteAsk' : 'normalAsk', { name })}
      changes={
        toLite
          ? [
              ...(places ? [{ icon: EyeOff, text: tt('liteHides', { places }) }] : []),
              { icon: ListTree, text: tt('liteKeeps') },
              { icon: History, text: tt('liteLoses') },
              { icon: Undo2, text: tt('liteBack') },
            ]
          : [...(places ? [{ icon: ListTree, text: tt('normalShows', { places }) }] : []), { icon: History, text: tt('normalKeeps') }]
      }
      confirm={t(toLite ? 'do.switchLite' : 'do.switchNormal')}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
